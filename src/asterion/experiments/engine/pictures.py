"""What the pictures of all experiments share."""

# From the palette of Okabe and Ito, which colour-blind readers can distinguish.
BLUE, ORANGE, GRAY, INK = "#0072b2", "#d55e00", "#999999", "#222222"
