import { declarationOf, type OpenTemplate } from "@placard/template-edit";
import type { DataField } from "@placard/templates/source";
import { columnIn, fromCard, gridColumns, rowIn } from "./containers.ts";

// Lengths are shares of the shorter side of the card: see containers.ts.

/** In an entry of a list, it has no space to fill, and shrinks with the texts. */
const pictureOfEntry = "flex: none; width: 2em; height: 2em";
/** What is cropped from a photo leaves people's heads. */
export const crop = "object-fit: cover; object-position: 50% 25%";
/** An empty container has a height, so that it can be seen. What is inserted replaces it. */
export const emptyHeight = "15cqmin";
const empty = `flex: 1; min-width: 0; min-height: ${emptyHeight}`;
/** A short text on a ground of its own, which is as wide as the text. */
const labelStyle =
  "width: fit-content; padding: 0.36em 0.86em; border-radius: 999px; line-clamp: 1; background: var(--accent); color: var(--on-accent); font-weight: 700";

/** What can be inserted without a field. */
export const shapes: Readonly<Record<string, (template: OpenTemplate) => string>> = {
  "Fixed text": (template) => `<p style="line-clamp: 4${textSize(template)}${wordBreaks(template)}">Text</p>`,
  "Logo of the brand": (template) => {
    const height = `calc(${fromCard(template, "--label", "4.4cqmin")} * 1.75 * var(--logo-scale, 1))`;
    return `<img if="brand.logo" src="{{brand.logo}}" alt="" style="height: ${height}; align-self: start; object-fit: contain; object-position: left">`;
  },
  Shape: () =>
    '<div style="width: 25cqmin; height: 25cqmin; border-radius: 2.5cqmin; background: var(--accent)"></div>',
  Row: (template) => `<div style="${rowIn(template)}; ${empty}"></div>`,
  Column: (template) => `<div style="${columnIn(template)}; ${empty}"></div>`,
  Grid: () => `<div style="${gridColumns}; ${empty}"></div>`,
};

/** The size of a text. On a card that has one for all of its texts, they shrink together. */
function textSize(template: OpenTemplate): string {
  return fromCard(template, "--text", "") === ""
    ? "; font-size: fit(max(11px, 3.8cqmin), max(11px, 5cqmin))"
    : "";
}

/** What breaks long words on a card that does not break those of all its texts. */
function wordBreaks(template: OpenTemplate): string {
  const isSet = template.root && declarationOf(template, template.root, "overflow-wrap");
  return isSet ? "" : "; overflow-wrap: anywhere";
}

export function titleHtml(template: OpenTemplate, name: string): string {
  const most = fromCard(template, "--title", "14cqmin");
  const size = `fit(calc(${most} * 0.5), ${most})`;
  const font = `font-family: var(--font-heading); font-weight: 800; font-size: ${size}`;
  return `<h1 style="${font}; line-height: 1.1; line-clamp: 4; text-wrap: balance${wordBreaks(template)}">{{${name}}}</h1>`;
}

export function labelHtml(template: OpenTemplate, name: string): string {
  const most = fromCard(template, "--label", "max(11px, 4.4cqmin)");
  // In an entry of a list, it is beside a text of any length, which gives way first. Without room for both,
  // the last label is left out.
  const [, count = "1"] = /\.label(\d+)$/.exec(name) ?? [];
  const [drop, place, size] = name.includes(".")
    ? [` drop="${Number(count) + 1}"`, "flex-shrink: 1; max-width: 50%; overflow-wrap: anywhere", most]
    : ["", "align-self: start", `fit(max(11px, calc(${most} * 0.75)), ${most})`];
  return `<p${drop} style="${place}; ${labelStyle}; font-size: ${size}" if="${name}">{{${name}}}</p>`;
}

export function fieldHtml(template: OpenTemplate, name: string, field: DataField): string {
  const condition = field.isRequired ? "" : ` if="${name}"`;
  if (field.kind === "list") {
    const parts = field.items instanceof Map ? [...field.items.keys()] : [];
    const entry = parts.map((part) => `<span>{{item.${part}}}</span>`).join(" ") || "{{item}}";
    const look = `display: flex; flex-direction: column; gap: 0.4em; padding-inline-start: 1.25em; list-style-type: disc${textSize(template)}`;
    return `<ul style="${look}"${condition}>\n  <li each="item of ${name}" drop="1" style="line-clamp: 2">${entry}</li>\n</ul>`;
  }
  if (field.format === "image-url") {
    // An image fills the space of its container, and can be seen if there is none.
    const fill = "flex: 1; min-width: 25cqmin; min-height: 12cqmin";
    return `<img src="{{${name}}}" alt="" style="${name.includes(".") ? pictureOfEntry : fill}; ${crop}"${condition}>`;
  }
  if (field.format === "color")
    return `<div style="width: 25cqmin; height: 25cqmin; background: {{${name}}}"${condition}></div>`;
  return `<p style="line-clamp: 4${textSize(template)}${wordBreaks(template)}"${condition}>{{${name}}}</p>`;
}
