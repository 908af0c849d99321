/** Why fixtures differ from Chromium, by name. */
export const reasonsOfMisses: Readonly<Record<string, string>> = {
  "fonts/font-face-fallback":
    "Letters that the first font lacks: Chromium kerns them within each fallback font, Placard measures word by word",
  "scripts/mixed": "The same text takes its spaces from the font of the neighboring script",
  "text/white-space":
    "Chromium counts the space that hangs at the end of a `pre-wrap` line as part of the line",
};
