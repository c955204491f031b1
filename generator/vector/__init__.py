"""Write drawings as PDF operators: form XObjects with their fonts, gradients and pictures."""
