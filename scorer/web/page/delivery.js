// How this page is delivered. The published page brings a file of the same name with other values.
export const delivery = { kind: "served" };
