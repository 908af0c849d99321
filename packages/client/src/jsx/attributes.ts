import type { JsxProblem } from "./jsx-error.ts";
import { toCss } from "./style-object.ts";

type Report = (problem: Omit<JsxProblem, "path">) => void;

/** Properties that concern only the library. */
const ignored: ReadonlySet<string> = new Set(["key", "__self", "__source"]);

const renamed: Readonly<Record<string, string>> = { className: "class", xlinkHref: "xlink:href" };

/** The SVG attributes whose names have capitals; all others are written with hyphens. */
const svgAttributesWithCapitals: ReadonlySet<string> = new Set([
  "viewBox",
  "preserveAspectRatio",
  "gradientUnits",
  "gradientTransform",
  "spreadMethod",
  "clipPathUnits",
  "maskUnits",
  "maskContentUnits",
  "patternUnits",
  "patternContentUnits",
  "patternTransform",
  "pathLength",
  "textLength",
  "lengthAdjust",
]);

/** The attributes of an element as HTML, each after a space. Reports those that a template can't have. */
export function attributesOf(
  props: Readonly<Record<string, unknown>>,
  isSvg: boolean,
  report: Report,
): string {
  return Object.entries(props)
    .filter(([name]) => !ignored.has(name))
    .map(([name, value]) => attribute(name, value, isSvg, report))
    .join("");
}

function attribute(name: string, value: unknown, isSvg: boolean, report: Report): string {
  if (value === null || value === undefined || value === false) return "";
  const problem = problemOf(name, value);
  if (problem) {
    report(problem);
    return "";
  }
  return ` ${attributeName(name, isSvg)}="${escapeAttribute(textOf(value, report))}"`;
}

/** Only `style` may be an object; `true` is an attribute without a value. */
function textOf(value: unknown, report: Report): string {
  if (value === true) return "";
  return typeof value === "object" && value !== null ? toCss(value, report) : `${value as string | number}`;
}

function problemOf(name: string, value: unknown): Omit<JsxProblem, "path"> | undefined {
  if (name === "ref") {
    return { message: "ref can't be used", suggestion: "Remove it: a template has no DOM" };
  }
  if (name === "tw") {
    return {
      message: "tw (Tailwind classes) can't be used",
      suggestion: "Use a style object, or class names with rules in <style>",
    };
  }
  if (typeof value === "function") {
    return { message: `${name} is a function`, suggestion: "Remove it: a template runs no code" };
  }
  if (typeof value === "object" && name !== "style") {
    return { message: `${name} is an object`, suggestion: "Pass a string" };
  }
  return undefined;
}

function attributeName(name: string, isSvg: boolean): string {
  if (Object.hasOwn(renamed, name)) return renamed[name]!;
  if (!isSvg || svgAttributesWithCapitals.has(name)) return name;
  return name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}

/** Escapes text between tags. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
