import { openTemplate, type OpenTemplate } from "./open-template.ts";
import { RefusedEdit } from "./refused-edit.ts";
import { applyEdits, difference, inOrder, type TextEdit } from "./text-edits.ts";

/** Edits of both files. */
export interface TemplateEdits {
  readonly html: readonly TextEdit[];
  readonly json: readonly TextEdit[];
}

/** What a user does with a template. @throws RefusedEdit */
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
    const last = operations.reduce(apply, template);
    return { html: difference(template.html, last.html), json: difference(template.json, last.json) };
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

/** A template after an operation. It may have errors. @throws RefusedEdit */
export function apply(template: OpenTemplate, operation: Operation): OpenTemplate {
  const { html = [], json = [] } = operation(template);
  if (html.length + json.length === 0) return template;
  return openTemplate({
    html: applyEdits(template.html, html),
    json: applyEdits(template.json, json),
    assets: template.assets,
  });
}

export type EditResult =
  | { readonly template: OpenTemplate; readonly reason?: undefined }
  /** Why the operation was refused. */
  | { readonly template?: undefined; readonly reason: string };

/** Does an operation. It is refused if a template that compiles would not compile any more. */
export function edit(template: OpenTemplate, operation: Operation): EditResult {
  try {
    const next = apply(template, operation);
    const isBroken = template.error === undefined && next.error !== undefined;
    return isBroken ? { reason: next.error } : { template: next };
  } catch (error) {
    if (error instanceof RefusedEdit) return { reason: error.message };
    throw error;
  }
}
