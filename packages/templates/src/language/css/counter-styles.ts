/** How numbers are written (CSS Counter Styles 3, section 6). */
export const counterStyles = [
  "decimal",
  "decimal-leading-zero",
  "lower-alpha",
  "upper-alpha",
  "lower-latin",
  "upper-latin",
  "lower-roman",
  "upper-roman",
  "lower-greek",
  "disc",
  "circle",
  "square",
  "none",
] as const;

export type CounterStyle = (typeof counterStyles)[number];

export function isCounterStyle(name: string): name is CounterStyle {
  return (counterStyles as readonly string[]).includes(name);
}

const symbols: Partial<Record<CounterStyle, string>> = { disc: "•", circle: "◦", square: "▪", none: "" };

const latin = "abcdefghijklmnopqrstuvwxyz";
const greek = "αβγδεζηθικλμνξοπρστυφχψω";

const romanDigits = ["m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"];
const romanAmounts = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];

/** A number in a counter style; in decimal if the style can't write it. */
export function formatCounter(value: number, style: CounterStyle): string {
  const symbol = symbols[style];
  if (symbol !== undefined) return symbol;
  const decimal = String(value);
  if (style === "decimal") return decimal;
  if (style === "decimal-leading-zero") return value < 0 ? `-${pad(-value)}` : pad(value);
  if (value < 1) return decimal;
  const isUpper = style.startsWith("upper-");
  if (style.endsWith("roman")) {
    if (value > 3999) return decimal;
    const text = toRoman(value);
    return isUpper ? text.toUpperCase() : text;
  }
  const text = toLetters(value, style === "lower-greek" ? greek : latin);
  return isUpper ? text.toUpperCase() : text;
}

const pad = (value: number) => String(value).padStart(2, "0");

function toRoman(value: number): string {
  let [rest, text] = [value, ""];
  for (const [index, amount] of romanAmounts.entries()) {
    text += romanDigits[index]!.repeat(Math.floor(rest / amount));
    rest %= amount;
  }
  return text;
}

function toLetters(value: number, letters: string): string {
  let text = "";
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / letters.length))
    text = letters[(rest - 1) % letters.length]! + text;
  return text;
}
