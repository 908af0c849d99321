import {
  findElement,
  inTurn,
  setSampleValue,
  setText,
  textOf,
  type SourceElement,
} from "@placard/template-edit";
import { toLabel } from "../../../card-form/card-data.ts";
import { sourcePathOf } from "../element-paths.ts";
import type { Design } from "./design.ts";
import { bindingOf, loopAround, ownText } from "./names.ts";

/** Stand for an end of a text and for a value: no text has these characters. */
const [edge, gap] = ["\u0001", "\u0002"];

/** A placeholder, with the quotation marks around it. */
const placeholder =
  /((?:\{\{[^{}]*\|\s*openquote\s*\}\})?\{\{[^{}]*\}\}(?:\{\{[^{}]*\|\s*closequote\s*\}\})?)/;

/**
 * The text of an element with the values of its fields on the card: “Sat · 18:30” for `{{day}} · {{time}}`.
 * Writing it changes what it was read from when its editing started: values, or the text around them. Another
 * text becomes a value if it is a number or can't replace both, or if an entry of a list has one value;
 * otherwise it replaces both. Undefined if it has none of its own, or if its values can't be told apart.
 * @param at its path in the draft, or of a box: then of an entry of a list
 */
export function textAt(design: Design, at: string) {
  const element = elementAt(design, at);
  const ownSource = element && textOf(design.template.value, element);
  const source = ownSource ?? (element && textsOf(element));
  if (source === undefined) return undefined;
  const sources = source.split(placeholder); // every second one is a placeholder
  const values = sources.map((each) => valueOf(design, element!, at, each));
  const texts = sources.map((each, index) => values[index]?.text ?? each);
  const shown = values.filter((each) => each !== undefined);
  const literals = texts.map((text, index) => (values[index] ? gap : text)).join("");
  const around = (edge + literals + edge).split(gap);
  const readValues = (next: string) => splitAt(edge + next + edge, around)?.slice(1, -1);
  const value = texts.join("");
  const isCounter = /^\s*\{\{[^{}]*\}\}\s*$/.test(value); // or of the brand
  if (isCounter || readValues(value)?.some((text, index) => text !== shown[index]!.text)) return undefined;
  let start = -edge.length;
  const selections = shown.map((each, index) => {
    start += around[index]!.length;
    return [start, (start += each.text.length)] as const;
  });
  return {
    value,
    /** Where its values are. */
    selections,
    maxLength: value === shown[0]?.text ? shown[0].maxLength : undefined,
    /**
     * @param valueIndex which value becomes another text
     * @returns why it was refused
     */
    write(next: string, valueIndex = 0): string | undefined {
      const placeholders = texts.filter((_, index) => index % 2 === 1);
      const beside = splitAt(next, placeholders);
      const list = loopAround(element)?.list;
      const isNumber = /^\s*\d[\d.,\s]*$/.test(next);
      const isValue = ownSource === undefined || (shown.length === 1 && (isNumber || list !== undefined));
      const edited = isValue && (isNumber || !beside) ? shown[valueIndex] : undefined;
      const nextTexts =
        readValues(next) ?? (edited && shown.map((each) => (each === edited ? next : each.text)));
      if (!nextTexts) {
        const parts = beside ? sources.map((each, index) => beside[index / 2] ?? each) : [next];
        const reason = design.tryRun(setText(element!.path, parts.join("")));
        if (reason === undefined && list !== undefined)
          design.notice.value = `All entries of “${toLabel(list)}” have this text.`;
        return reason;
      }
      const data: Record<string, unknown> = { ...design.editor.previewRequest().data };
      for (const [index, each] of shown.entries())
        if (each.text !== nextTexts[index])
          data[each.field] = each.change(nextTexts[index]!, data[each.field]);
      return setFieldValues(design, data, design.tryRun);
    },
  };
}

/**
 * Edits the same text of the next entry of a list. After the last entry of a sample, it adds a copy of that.
 * @param at the path of the box of an entry's text
 * @returns whether it was added
 */
export function editNextEntry(design: Design, at: string): boolean {
  const element = elementAt(design, at);
  const { field = "", repeated } = (element && bindingOf(element)) ?? {};
  const { [field]: entries } = design.editor.previewRequest().data;
  if (!repeated || !Array.isArray(entries)) return false;
  const index = entryIndex(at, repeated);
  const isLast = index === entries.length - 1;
  const definition = design.fields.value.get(field);
  const isFull = definition?.kind !== "list" || entries.length >= definition.maxItems;
  if (isLast && (isFull || design.editor.sampleIndex() === undefined)) return false;
  const copy = { [field]: [...entries, entries[index]] };
  if (isLast && setFieldValues(design, copy, design.tryRun) !== undefined) return false;
  const { length } = at.split("/", depthOf(repeated)).join("/");
  design.editedNext.value = at.slice(0, length).replace(/\d+$/, String(index + 1)) + at.slice(length);
  return isLast;
}

/**
 * Shows the field of an element, if its value is not a text that can be edited on the card. The inspector has
 * that of an image.
 */
export function openField(design: Design, at: string): boolean {
  const element = elementAt(design, at);
  const { field = "" } = (element && bindingOf(element)) ?? {};
  const definition = design.fields.value.get(field);
  if (!definition || textAt(design, at)?.selections[0]) return false;
  if (element?.tag === "img" && definition.kind === "text") {
    design.select(element.path);
    design.isInspectorNext.value = true;
  } else design.shownField.value = field;
  return true;
}

/**
 * Writes values of fields: to the shown sample, or to the test data if that is not a sample of the
 * template.
 * @param edit writes to the template; by default, while one types
 * @returns why it was refused
 */
export function setFieldValues(
  { editor, type }: Design,
  values: Readonly<Record<string, unknown>>,
  edit: Design["tryRun"] = type,
): string | undefined {
  const { data } = editor.previewRequest();
  const changed = Object.entries(values).filter(([name, value]) => value !== data[name]);
  const index = editor.sampleIndex();
  if (index !== undefined)
    return edit(inTurn(changed.map(([name, value]) => setSampleValue(index, name, value))));
  editor.editedData.value = { ...data, ...values };
  void editor.render();
  return undefined;
}

/** Splits a text at others, which are found from left to right. Undefined if one is not in it. */
function splitAt(text: string, [other, ...others]: readonly string[]): string[] | undefined {
  if (other === undefined) return [text];
  const at = text.indexOf(other);
  const after = at < 0 ? undefined : splitAt(text.slice(at + other.length), others);
  return after && [text.slice(0, at), ...after];
}

/** All texts in an element that has some of its own. */
function textsOf(element: SourceElement): string | undefined {
  const textIn = (node: (typeof element.node.childNodes)[number]): string =>
    "childNodes" in node ? node.childNodes.map(textIn).join("") : "value" in node ? node.value : "";
  return ownText(element).trim() === "" ? undefined : textIn(element.node).trim();
}

/** The value that a placeholder shows, with how it changes its field. Undefined if it is no text, or an initial. */
function valueOf(design: Design, element: SourceElement, at: string, source: string) {
  const [, name] = /^\{\{\s*([\w.]+)(?![\w.]|\s*\|\s*(?:first|initials)\b)/.exec(source) ?? [];
  const { field = "", part, repeated } = (name && bindingOf(element, name)) || {};
  const { [field]: value } = design.editor.previewRequest().data;
  const definition = design.fields.value.get(field);
  const index = repeated ? entryIndex(at, repeated) : NaN;
  const isEntry = Array.isArray(value) && index in value;
  if (definition?.kind !== "text" && !isEntry) return undefined;
  const entry: unknown = isEntry ? value[index] : value;
  const text = part === undefined ? entry : (entry as Readonly<Record<string, unknown>>)[part];
  return {
    field,
    text: typeof text === "string" || typeof text === "number" ? String(text) : "",
    maxLength: definition?.kind === "text" ? definition.maxLength : undefined,
    change(next: string, before: unknown): unknown {
      if (!isEntry) return next || undefined;
      const entries = before as unknown[];
      if (next === "" && part === undefined) return entries.toSpliced(index, 1);
      return entries.with(index, part === undefined ? next : { ...(entries[index] as object), [part]: next });
    },
  };
}

const depthOf = ({ path }: SourceElement) => path.split("/").length;

/** The index of a repetition of an element in the path of a box; NaN if there is none. */
function entryIndex(at: string, repeated: SourceElement): number {
  return Number(at.split("/")[depthOf(repeated) - 1]?.split(":")[1]);
}

function elementAt({ template }: Design, path: string) {
  return findElement(template.value, sourcePathOf(path));
}
