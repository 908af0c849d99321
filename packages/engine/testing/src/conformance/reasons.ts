/** Why fixtures differ from Chromium, by name. */
export const reasonsOfMisses: Readonly<Record<string, string>> = {
  "fonts/font-face-fallback":
    "Letters that the first font lacks: Chromium kerns them within each fallback font, Placard measures word by word",
  "built-ins/blog, full, 200 × 200":
    "Chromium ends the fourth of five balanced lines one word earlier, although that leaves more space in it",
  "built-ins/product, long, 1200 × 630":
    "A comma at the end of a line is kerned with the space after it (2 px)",
  "built-ins/quote, long, 1200 × 630": "Placard puts an ellipsis in place of a comma, not after it",
  "text/white-space":
    "Chromium counts the space that hangs at the end of a `pre-wrap` line as part of the line",
};
