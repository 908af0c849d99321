/** The colors of a brand as the console names them. */
export const colorLabels = {
  accent: "Accent",
  ground: "Background",
  ink: "Headlines",
  muted: "Supporting text",
  onAccent: "Text on the accent",
} as const;
