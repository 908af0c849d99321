import { findElement, setSampleValue, setText, textOf } from "@placard/template-edit";
import { sourcePathOf } from "../element-paths.ts";
import type { Design } from "./design.ts";
import { bindingOf, isValue } from "./names.ts";

/** A text as it is when its editing starts. Writing it changes what it was read from. */
export interface EditableText {
  readonly value: string;
  readonly maxLength?: number;
  /** @returns why it was refused */
  readonly write: (next: string) => string | undefined;
}

/**
 * The text of an element, or the value of its field on the card; undefined if it has none, or several.
 * @param at its path in the draft, or of a box: then of an entry of a list
 */
export function textAt(design: Design, at: string): EditableText | undefined {
  const element = elementAt(design, at);
  const text = element && textOf(design.template.value, element);
  const write = (next: string) => design.tryRun(setText(element!.path, next));
  return fieldTextAt(design, at) ?? (text === undefined ? undefined : { value: text, write });
}

/** Shows the field of an element, if its value is not a text that can be edited on the card. */
export function openField(design: Design, at: string): boolean {
  const name = bindingAt(design, at)?.field;
  if (name === undefined || fieldTextAt(design, at)) return false;
  design.shownField.value = name;
  return true;
}

/**
 * Writes the value of a field: to the shown sample, or to the test data if that is not a sample of the
 * template.
 * @param edit writes to the template; by default, while one types
 * @returns why it was refused
 */
export function setFieldValue(
  { editor, type }: Design,
  name: string,
  value: unknown,
  edit: Design["tryRun"] = type,
): string | undefined {
  const index = editor.sampleIndex();
  if (index !== undefined) return edit(setSampleValue(index, name, value));
  editor.editedData.value = { ...editor.previewRequest().data, [name]: value };
  void editor.render();
  return undefined;
}

/** The field, or the entry of a list, that is the whole text of an element. */
function fieldTextAt(design: Design, path: string): EditableText | undefined {
  const binding = bindingAt(design, path);
  if (!binding || !isValue(elementAt(design, path)!)) return undefined;
  const { field: name, part, repeated } = binding;
  const { [name]: value } = design.editor.previewRequest().data;
  const write = (next: unknown) => setFieldValue(design, name, next, design.tryRun);
  const field = design.fields.value.get(name);
  if (field?.kind === "text") {
    const { maxLength } = field;
    const text = typeof value === "string" ? value : "";
    return { value: text, maxLength, write: (next) => write(next === "" ? undefined : next) };
  }
  const depth = repeated?.path.split("/").length ?? 0;
  const index = Number(path.split("/")[depth - 1]?.split(":")[1]);
  const entry: unknown = Array.isArray(value) ? value[index] : undefined;
  const text: unknown = part === undefined ? entry : (entry as Record<string, unknown> | undefined)?.[part];
  if (typeof text !== "string") return undefined;
  const withText = (next: string) => (part === undefined ? next : { ...(entry as object), [part]: next });
  return { value: text, write: (next) => write((value as unknown[]).with(index, withText(next))) };
}

function bindingAt(design: Design, path: string) {
  const element = elementAt(design, path);
  const binding = element && bindingOf(element);
  return binding && design.fields.value.has(binding.field) ? binding : undefined;
}

function elementAt({ template }: Design, path: string) {
  return findElement(template.value, sourcePathOf(path));
}
