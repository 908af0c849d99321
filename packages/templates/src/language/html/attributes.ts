import { suggestName } from "@placard/contracts/nearest-name";

const globalAttributes = ["class", "style", "dir", "lang", "if", "unless", "each", "drop"];
const imageAttributes = ["src", "alt", "width", "height"];

/** Attributes that do nothing in an image and are common in HTML. */
const harmlessAttributes = new Set([
  "title",
  "role",
  "datetime",
  "value",
  "loading",
  "decoding",
  "fetchpriority",
  "translate",
  "tabindex",
]);

/** Whether an attribute has a meaning on an element. */
export function isSupportedAttribute(name: string, tag: string): boolean {
  return globalAttributes.includes(name) || (tag === "img" && imageAttributes.includes(name));
}

/** Whether an attribute can be ignored because it has no effect in an image. */
export function isHarmlessAttribute(name: string): boolean {
  return harmlessAttributes.has(name) || name.startsWith("aria-") || name.startsWith("data-");
}

const suggestions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    id: "Use `class`.",
    tw: "Write CSS: utility classes are not included.",
    classname: "Use `class`.",
    href: "Remove it: an image has no links.",
    target: "Remove it: an image has no links.",
    srcset: "Use `src` with one image.",
    sizes: "Use `src` with one image.",
    hidden: 'Use `if="field"` or `unless="field"`.',
    align: "Use `text-align` or `align-items` in CSS.",
    bgcolor: "Use `background` in CSS.",
    color: "Use `color` in CSS.",
    border: "Use `border` in CSS.",
    width: "Use `width` in CSS.",
    height: "Use `height` in CSS.",
    contenteditable: "Remove it.",
    key: "Remove it.",
    ref: "Remove it.",
    slot: "Use a placeholder, such as `{{title}}`.",
    "v-if": 'Use `if="field"`.',
    "v-else": 'Use `unless="field"`.',
    "v-for": 'Use `each="item of list"`.',
    "v-text": "Use a placeholder, such as `{{title}}`.",
    "v-html": "Use a placeholder, such as `{{title}}`; data is never markup.",
    "x-if": 'Use `if="field"`.',
    "x-for": 'Use `each="item of list"`.',
    "x-text": "Use a placeholder, such as `{{title}}`.",
    "*ngif": 'Use `if="field"`.',
    "*ngfor": 'Use `each="item of list"`.',
    for: 'Use `each="item of list"`.',
    else: 'Use `unless="field"`.',
    optional: "Use `drop`.",
    expendable: "Use `drop`.",
  }),
);

/** What is wrong with an attribute that is not supported, and what to use instead. */
export function describeAttribute(name: string, tag: string): { message: string; suggestion: string } {
  const message = `The attribute \`${name.slice(0, 40)}\` is not supported${tag === "img" ? "" : ` on \`${tag}\``}`;
  if (/^on\w/u.test(name) || name.startsWith("@"))
    return { message, suggestion: "Remove it: templates run no code." };
  if (name.startsWith(":") || name.startsWith("v-bind:")) {
    return {
      message,
      suggestion: `Use \`${name.replace(/^.*:/u, "")}\` with a placeholder, such as \`${name.replace(/^.*:/u, "")}="{{field}}"\`.`,
    };
  }
  const known = tag === "img" ? [...globalAttributes, ...imageAttributes] : globalAttributes;
  return { message, suggestion: suggestions.get(name) ?? suggestName(name, known) ?? "Remove it." };
}
