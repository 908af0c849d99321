/**
 * The offsets of the values in a JSON text by JSON pointer (RFC 6901). Members are at their name. Empty if the text is not JSON.
 */
export function findJsonPositions(text: string): Map<string, number> {
  const positions = new Map<string, number>();
  let at = 0;

  const skipSpace = () => {
    while (/\s/u.test(text[at] ?? "")) at++;
  };
  const readString = (): string => {
    const start = at++;
    while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    at++;
    return JSON.parse(text.slice(start, at)) as string;
  };
  const readValue = (pointer: string, depth: number): void => {
    skipSpace();
    if (!positions.has(pointer)) positions.set(pointer, at);
    const open = text[at];
    if (open === '"') readString();
    else if ((open === "{" || open === "[") && depth < 32) readMembers(pointer, open, depth);
    else while (at < text.length && !/[,\]}\s]/u.test(text[at]!)) at++;
  };
  const readMembers = (pointer: string, open: "{" | "[", depth: number): void => {
    const close = open === "{" ? "}" : "]";
    at++;
    for (let index = 0; ; index++) {
      skipSpace();
      if (at >= text.length || text[at] === close) break;
      let name = String(index);
      if (open === "{") {
        const start = at;
        name = readString().replaceAll("~", "~0").replaceAll("/", "~1");
        positions.set(`${pointer}/${name}`, start);
        skipSpace();
        at++; // the colon
      }
      readValue(`${pointer}/${name}`, depth + 1);
      skipSpace();
      if (text[at] === ",") at++;
    }
    at++;
  };

  try {
    JSON.parse(text);
    readValue("", 0);
  } catch {
    // A text that isn't JSON has no positions; its syntax error is reported by who parses it.
  }
  return positions;
}
