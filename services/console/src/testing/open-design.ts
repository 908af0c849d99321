import { computed, signal } from "@preact/signals";
import { previewSizes, samplesOf } from "@placard/templates/samples";
import { act, elementActions } from "../templates/editor/design/actions.ts";
import { createDesign } from "../templates/editor/design/design.ts";
import { readDocument } from "../templates/editor/document-check.ts";
import { createHistory } from "../templates/editor/history.ts";

/** The design of a draft of a published template. Its parts are signals. Nothing is rendered. */
export function openDesign(html: string, template: object = { id: "a", name: "A", fields: {} }) {
  const draft = signal({ json: JSON.stringify(template), html, assets: {} });
  const history = createHistory();
  const samples = signal([...samplesOf(template), { name: "Longest texts", data: {} }]);
  const sample = signal(samples.value[0]!);
  const editedData = signal<object>();
  const preview = signal<{ html?: string; [member: string]: unknown }>();
  const size = signal<(typeof previewSizes)[number]>(previewSizes[0]);
  const read = computed(() => readDocument(draft.value));
  const details = signal({ document: { template } });
  const isCurrent = computed(() => preview.value?.html === draft.value.html);
  const hideLayers = signal((text: string) => text);
  const change = (changes: object) => {
    history.record(draft.value);
    draft.value = { ...draft.value, ...changes };
  };
  const design = createDesign({
    draft,
    details,
    read,
    size,
    preview,
    isCurrent,
    change,
    undo: () => (draft.value = history.undo(draft.value)!),
    redo: () => (draft.value = history.redo(draft.value)!),
    hideLayers,
    samples,
    sample,
    editedData,
    sampleIndex: () => [0, undefined][samples.value.indexOf(sample.value)],
    previewRequest: () => ({ data: editedData.value ?? sample.value.data }),
    render: () => 0,
  } as never);
  const run = (label: string) =>
    act(
      design,
      elementActions.find((action) =>
        [action.label, typeof action.label === "string" ? "" : action.label(design)].includes(label),
      )!,
    );
  return { design, draft, preview, size, run, hideLayers, samples, sample, editedData };
}
