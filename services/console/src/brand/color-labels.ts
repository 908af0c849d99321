/** The colors of a brand as the console names them. */
export const colorLabels = {
  accent: "Accent",
  secondary: "Secondary",
  ground: "Background color",
  ink: "Headlines",
  muted: "Supporting text",
  onAccent: "Text on the accent",
} as const;
