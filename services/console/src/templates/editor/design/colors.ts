import { contrastRatio, parseHex, type Rgb } from "@placard/templates/color";

/** The variables of the colors of a brand. */
export const brandColors = [
  "--accent",
  "--secondary",
  "--on-accent",
  "--ink",
  "--muted",
  "--ground",
] as const;

/** A value without custom properties. Those that are not known have their fallback, or else stay. */
export function resolveVariables(value: string, variables: Readonly<Record<string, string>>): string {
  let resolved = value;
  // A variable may be set to another one; a circle ends here.
  for (let depth = 0; depth < 5 && resolved.includes("var("); depth++)
    resolved = resolved.replaceAll(
      /var\((--[\w-]+)(?:, *([^(),]+))?\)/g,
      (use, name: string, fallback?: string) => variables[name] ?? fallback ?? use,
    );
  return resolved;
}

/** The words of a value: functions are one. */
export function wordsOf(value: string): readonly string[] {
  return value.match(/[^\s(]*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^\s(]+/g) ?? [];
}

/** The color in a value such as `2px solid var(--accent)`, as it is written. */
export function colorIn(value: string, variables: Readonly<Record<string, string>>): string | undefined {
  return wordsOf(value).find((word) => CSS.supports("color", resolveVariables(word, variables)));
}

/** A value with another color: “2px solid red”. */
export function withColor(value: string, color: string, variables: Readonly<Record<string, string>>): string {
  const before = colorIn(value, variables);
  return before === undefined ? `${value} ${color}`.trim() : value.replace(before, () => color);
}

/** The first colors that are written in CSS as `#rrggbb`, each once. */
export function writtenColors(html: string): readonly string[] {
  const found = html.toLowerCase().match(/(?<=[:,(\s])#[\da-f]{6}(?=[;,)"'\s])/g);
  return [...new Set(found)].slice(0, 8);
}

/** The opaque colors among variables by their names, and each color once. */
export function distinctColors(variables: Readonly<Record<string, string>>): [name: string, color: string][] {
  const byColor = new Map<string, string>();
  for (const name of Object.keys(variables)) {
    const color = resolveVariables(`var(${name})`, variables);
    const isOpaque = !/^#(?:\w{4}|\w{8})$|\/|rgba|transparent/.test(color);
    if (isOpaque && CSS.supports("color", color) && !byColor.has(color)) byColor.set(color, name);
  }
  return [...byColor].map(([color, name]) => [name, color]);
}

const gradientColor =
  /#[\da-f]{3,8}\b|\b(?:var|rgba?|hsla?|hwb|lab|lch|oklab|oklch|color(?:-mix)?)\((?:[^()]|\([^()]*\))*\)|(?<=[(,]\s*)(?!(?:circle|ellipse|from|at|in|to)\b)[a-z]+(?![\w(-])/gi;

/**
 * The colors of a gradient as they are written, with what puts another one in its place. Without a position in
 * percent, they are at equal distances.
 */
export function gradientStops(value: string) {
  if (!/^[a-z-]+-gradient\(/.test(value)) return [];
  return [...value.matchAll(gradientColor)].map(({ 0: color, index }, i, { length }) => {
    const rest = value.slice(index + color.length);
    const [, percent = (100 * i) / Math.max(1, length - 1)] = /^\s+([\d.]+)%/.exec(rest) ?? [];
    return {
      color,
      percent: Math.round(Number(percent)),
      replace: (next: string) => value.slice(0, index) + next + rest,
    };
  });
}

const linearStart =
  /^((?:repeating-)?linear-gradient\()\s*(?:(-?[\d.]+)deg\s*,|to ([a-z ]+?)\s*,)?\s*(?![-\d.]|in\b)/;
const directions = ["top", "right top", "right", "bottom right", "bottom", "bottom left", "left", "left top"];

/** The direction of a linear gradient in degrees: 0 is up, and 90 to the right. Undefined for others. */
export function gradientAngle(value: string): number | undefined {
  const [start, , degrees, side = "bottom"] = linearStart.exec(value) ?? [];
  if (start === undefined) return undefined;
  return degrees === undefined
    ? 45 * directions.indexOf(side.split(" ").toSorted().join(" "))
    : Number(degrees);
}

/** A linear gradient with another direction. */
export function withAngle(value: string, degrees: number): string {
  return value.replace(linearStart, `$1${degrees}deg, `);
}

/** A gradient of the brand as a template writes it, with the variables of its colors. */
export function writtenGradient(value: string, variables: Readonly<Record<string, string>>): string {
  const names = new Map(distinctColors(variables).map(([name, color]) => [color, `var(${name})`]));
  return value.replace(/^var\(--[\w-]+\)$/, (variable) =>
    resolveVariables(variable, variables).replaceAll(/#[\da-f]{6}\b/gi, (color) => names.get(color) ?? color),
  );
}

/**
 * A color of the brand for texts on a background, if theirs is hard to read there.
 * @param backgrounds its color, or those of a gradient
 * @param current the color of the texts: only one of the brand is replaced
 */
export function textColorOn(
  backgrounds: readonly string[],
  current: string,
  variables: Readonly<Record<string, string>>,
): string | undefined {
  const contrastOf = (color: string) =>
    Math.min(...backgrounds.map((each) => contrastRatio(rgbOf(color, variables), rgbOf(each, variables))));
  const known = ["--ink", "--on-accent", "--ground", "--on-chip", "--on-highlight"]
    .filter((name) => !resolveVariables(`var(${name})`, variables).includes("var("))
    .map((name) => `var(${name})`);
  if (!known.includes(current) || contrastOf(current) >= 4.5) return undefined;
  return known.toSorted((a, b) => contrastOf(b) - contrastOf(a))[0];
}

function rgbOf(color: string, variables: Readonly<Record<string, string>>): Rgb {
  return parseHex(toHex(resolveVariables(color, variables)));
}

/** A color as `#rrggbb`; gray if it is not opaque or not known. */
export function toHex(color: string): string {
  if (/^#[\da-f]{6}$/i.test(color)) return color;
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return "#888888";
  context.fillStyle = "#888888";
  context.fillStyle = color;
  return context.fillStyle.startsWith("#") ? context.fillStyle : "#888888";
}
