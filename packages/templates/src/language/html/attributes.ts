import { suggestName } from "@placard/contracts/nearest-name";
import type { Suggestion } from "../problem-list.ts";
import { byName, nameSet } from "../suggestions.ts";

/** Attributes that browsers do not know. */
const templateAttributes = ["if", "unless", "each", "drop"];
const globalAttributes = ["class", "id", "style", "dir", "lang", "hidden", ...templateAttributes];
const imageAttributes = ["src", "alt", "width", "height"];

const cellAttributes = ["colspan", "rowspan", "scope", "headers", "abbr"];

const linkAttributes = ["href", "target", "rel", "download", "hreflang"];

/** Attributes that do nothing in an image and are common in HTML. */
const harmlessAttributes = nameSet(
  "title role datetime value loading decoding fetchpriority translate tabindex cite crossorigin draggable",
  "itemid itemprop itemref itemscope itemtype name referrerpolicy spellcheck inert contenteditable",
  "enterkeyhint inputmode autofocus",
);

/** Whether an attribute controls the template and is not part of the card. */
export function isTemplateAttribute(name: string): boolean {
  return templateAttributes.includes(name);
}

/** Whether an attribute has a meaning on an element. */
export function isSupportedAttribute(name: string, tag: string): boolean {
  return globalAttributes.includes(name) || isAttributeOf(tag, name);
}

function isAttributeOf(tag: string, name: string): boolean {
  return (
    (tag === "img" && imageAttributes.includes(name)) ||
    (tag === "a" && linkAttributes.includes(name)) ||
    ((tag === "td" || tag === "th") && cellAttributes.includes(name)) ||
    ((tag === "col" || tag === "colgroup") && name === "span") ||
    (tag === "button" && name === "type") ||
    (tag === "label" && name === "for")
  );
}

/** Whether an attribute can be ignored because it has no effect in an image. */
export function isHarmlessAttribute(name: string): boolean {
  return harmlessAttributes.has(name) || name.startsWith("aria-") || name.startsWith("data-");
}

const suggestions = byName([
  ["Use `class`.", "classname"],
  ["Write CSS: utility classes are not included.", "tw"],
  ["Remove it: an image has no links.", "href target"],
  ["Use `src` with one image.", "srcset sizes"],
  ["Use CSS.", "align bgcolor color border width height"],
  ['Use `if="field"`.', "v-if x-if *ngif"],
  ['Use `unless="field"`.', "v-else else"],
  ['Use `each="item of list"`.', "v-for x-for *ngfor for"],
  ["Write `{{field}}` into the element.", "v-html v-text x-html x-text"],
]);

/** What is wrong with an attribute that is not supported, and what to use instead. */
export function describeAttribute(name: string, tag: string): { message: string; suggestion: Suggestion } {
  const message = `The attribute \`${name.slice(0, 40)}\` is not supported${tag === "img" ? "" : ` on \`${tag}\``}`;
  if (/^on\w/u.test(name) || name.startsWith("@"))
    return { message, suggestion: "Remove it: templates run no code." };
  const known = tag === "img" ? [...globalAttributes, ...imageAttributes] : globalAttributes;
  return { message, suggestion: suggestions.get(name) ?? suggestName(name, known, "Remove it.") };
}
