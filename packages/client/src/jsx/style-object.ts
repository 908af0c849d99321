import type { JsxProblem } from "./jsx-error.ts";

/** Properties whose numbers are not lengths. */
const withoutUnit: ReadonlySet<string> = new Set([
  "aspectRatio",
  "flex",
  "flexGrow",
  "flexShrink",
  "fontWeight",
  "lineClamp",
  "lineHeight",
  "opacity",
  "order",
  "scale",
  "zIndex",
]);

/** How browsers clamp lines; a template has `line-clamp` alone. */
const clampedBox: Readonly<Record<string, unknown>> = { display: "-webkit-box", WebkitBoxOrient: "vertical" };

/** CSS declarations of a style object. Numbers are pixels, except for properties such as `opacity`. */
export function toCss(style: object, report: (problem: Omit<JsxProblem, "path">) => void): string {
  return Object.entries(style)
    .filter(
      ([name, value]) =>
        value !== null && value !== undefined && value !== false && clampedBox[name] !== value,
    )
    .flatMap(([name, value]) => {
      if (typeof value === "number" || typeof value === "string") return [declaration(name, value)];
      report({ message: `style.${name} is not a string or a number`, suggestion: "Compute the value first" });
      return [];
    })
    .join("; ");
}

function declaration(name: string, value: string | number): string {
  const property = name === "WebkitLineClamp" ? "lineClamp" : name;
  const isLength =
    typeof value === "number" && value !== 0 && !property.startsWith("--") && !withoutUnit.has(property);
  return `${propertyName(property)}: ${value}${isLength ? "px" : ""}`;
}

/** `backgroundColor` becomes `background-color`, `WebkitTextStroke` `-webkit-text-stroke`. */
function propertyName(name: string): string {
  if (name.startsWith("--")) return name;
  return name.replace(/^ms(?=[A-Z])/u, "Ms").replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}
