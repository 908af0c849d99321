import { openTemplate, type OpenTemplate } from "./open-template.ts";
import { RefusedEdit } from "./refused-edit.ts";
import { applyEdits, differenceOf, inOrder, type TextEdit } from "./text-edits.ts";

/** Edits of both files. */
export interface TemplateEdits {
  readonly html: readonly TextEdit[];
  readonly json: readonly TextEdit[];
}

/** What a user does with a template. Its edits refer to `OpenTemplate.html`. @throws RefusedEdit */
export type Operation = (template: OpenTemplate) => Partial<TemplateEdits>;

/** Several operations as one. Refused if two of them change the same text in different ways. */
export function combine(operations: readonly Operation[]): Operation {
  return (template) => {
    const all = operations.map((operation) => operation(template));
    return {
      html: merge(all.flatMap(({ html = [] }) => html)),
      json: merge(all.flatMap(({ json = [] }) => json)),
    };
  };
}

/** Several operations as one. Each changes what the one before it left, and has its paths. */
export function inTurn(operations: readonly Operation[]): Operation {
  return (template) => {
    const last = operations.reduce((before, operation) => {
      const { html = [], json = [] } = operation(before);
      return openTemplate({
        ...template.files,
        html: applyEdits(before.html, html),
        json: applyEdits(before.files.json, json),
      });
    }, template);
    return {
      html: differenceOf(template.html, last.html),
      json: differenceOf(template.files.json, last.files.json),
    };
  };
}

/** Makes an edit of several operations once, such as the edit of a rule for several elements. */
function merge(edits: readonly TextEdit[]): TextEdit[] {
  const different = inOrder(edits).filter(
    ({ from, to, insert }, index, ordered) =>
      !ordered.slice(0, index).some((each) => each.from === from && each.to === to && each.insert === insert),
  );
  const isOverlap = different.some(({ from }, index) => index > 0 && from < different[index - 1]!.to);
  if (isOverlap) throw new RefusedEdit("The changes of the elements contradict each other");
  return different;
}

export type EditResult =
  | { readonly edits: TemplateEdits; readonly template: OpenTemplate; readonly reason?: undefined }
  /** Why the operation was refused. */
  | { readonly edits?: undefined; readonly reason: string };

/** Finds the edits of an operation. It is refused if a template that compiles would not compile any more. */
export function edit(template: OpenTemplate, operation: Operation): EditResult {
  const { files } = template;
  try {
    const { html = [], json = [] } = operation(template);
    const edits = { html: toFileOffsets(files.html, html), json: inOrder(json) };
    const next = openTemplate({
      ...files,
      html: applyEdits(files.html, edits.html),
      json: applyEdits(files.json, edits.json),
    });
    const isBroken = template.error === undefined && next.error !== undefined;
    return isBroken ? { reason: next.error } : { edits, template: next };
  } catch (error) {
    if (error instanceof RefusedEdit) return { reason: error.message };
    throw error;
  }
}

/** Edits of a text with `\n` at the ends of its lines as edits of the file, which may have `\r\n`. */
function toFileOffsets(file: string, edits: readonly TextEdit[]): TextEdit[] {
  const ordered = inOrder(edits);
  if (!file.includes("\r\n")) return ordered;
  const breaks = Array.from(file.matchAll(/\r\n/gu), ({ index }, count) => index - count);
  const toFile = (offset: number) => offset + breaks.filter((at) => at < offset).length;
  return ordered.map(({ from, to, insert }) => ({
    from: toFile(from),
    to: toFile(to),
    insert: insert.replaceAll("\n", "\r\n"),
  }));
}
