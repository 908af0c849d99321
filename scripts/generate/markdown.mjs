export function table(titles, rows) {
  const lines = [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return lines.join("\n");
}

/** Code in a cell of a table. */
export const code = (text) => `\`${String(text).replaceAll("|", "\\|")}\``;
