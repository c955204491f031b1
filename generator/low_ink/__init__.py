"""Draw faces with little ink."""
