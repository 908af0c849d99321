import { PlacardError, type ImageOptions } from "@placard/client";
import { createElement } from "../elements.ts";
import { createDataForm, type CardData, type DataForm } from "./data-form.ts";
import type { Note } from "./notes.ts";
import { createOutputFields } from "./output-fields.ts";
import { createPreviewFrame, type RenderedCard } from "./preview-frame.ts";
import { loadWorkspaceDraft, removeWorkspaceDraft, storeWorkspaceDraft } from "./stored-draft.ts";

/** Pause after the last change before a request: avoids a request for each keystroke, but still feels live. */
const defaultDebounceMs = 350;

/** The request for a card. */
export interface CardRequest {
  template: string;
  data: CardData;
  options?: ImageOptions;
}

/** A form with a live preview. */
export interface Workspace {
  element: HTMLElement;
  /** Shows the choice of templates, and at first what is kept in this tab. */
  showTemplates: DataForm["showTemplates"];
  /** Offers the brands of the account, before the templates are shown. */
  showBrands: (names: readonly string[]) => void;
  /** The request for what the form contains. */
  readRequest: () => CardRequest;
  /**
   * Shows an error at the fields that it is about, and moves the focus to the first one.
   * @returns false if it is not about fields only
   */
  showFieldErrors: (error: unknown) => boolean;
  /** Cancels the request, and removes the data and the image, because another user may sign in. */
  clear: () => void;
}

/**
 * Creates a form with a live preview: size and format above the image, and warnings at the fields.
 * @param id unique on the page
 * @param draftKey the key of sessionStorage under which the texts are kept across reloads of the tab
 */
export function createWorkspace({
  id,
  draftKey,
  debounceMs = defaultDebounceMs,
  loadExample,
  render,
  onChange = () => {},
  onRendered = () => {},
  actions = [],
}: {
  id: string;
  draftKey?: string;
  debounceMs?: number;
  loadExample: (template: string) => Promise<Readonly<CardData>>;
  render: (request: CardRequest, signal: AbortSignal) => Promise<RenderedCard>;
  /** Called after each change of the form, before the card is rendered. */
  onChange?: () => void;
  onRendered?: (card: RenderedCard, request: CardRequest) => void;
  /** Shown below the image. */
  actions?: readonly HTMLElement[];
}): Workspace {
  let current: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  const form = createDataForm({ id, loadExample, onChange: renderSoon });
  const output = createOutputFields(id, renderSoon);
  const preview = createPreviewFrame(id);
  const title = createElement("h2", { id: `${id}-preview-title`, className: "visually-hidden" }, "Preview");
  const element = createElement(
    "div",
    { className: "workspace" },
    form.element,
    createElement(
      "div",
      { className: "preview-column" },
      createElement(
        "section",
        { className: "preview", "aria-labelledby": title.id },
        title,
        output.element,
        preview.frame,
      ),
      createElement("div", { className: "preview-details" }, preview.details, ...actions),
    ),
  );

  function renderSoon() {
    if (draftKey) storeWorkspaceDraft(draftKey, { ...form.readDraft(), options: output.read() });
    onChange();
    clearTimeout(timer);
    timer = setTimeout(() => void renderNow(), isFirst ? 0 : debounceMs);
    isFirst = false;
  }

  function readRequest(): CardRequest {
    const options = output.read();
    return { ...form.read(), ...(Object.keys(options).length > 0 && { options }) };
  }

  async function renderNow() {
    current?.abort();
    const controller = (current = new AbortController());
    const request = readRequest();
    if (request.template === "") return;
    preview.showRendering();
    const startedAt = performance.now();
    try {
      const card = await render(request, controller.signal);
      if (controller !== current) return;
      preview.showCard(card, titleOf(request.data), performance.now() - startedAt);
      showNotes(card.warnings.map(toNote));
      onRendered(card, request);
    } catch (error) {
      if (controller === current) showError(error);
    }
  }

  /** @returns whether the error is about fields only, which show it */
  function showError(error: unknown): boolean {
    const details = error instanceof PlacardError ? error.details : [];
    const notes = details.map(({ path, message }): Note => ({ kind: "error", pointer: path, message }));
    const others = showNotes(notes);
    const areAllAtFields = notes.length > 0 && others.length === 0;
    preview.showNotes([]); // the error's own message contains them
    preview.showError(
      error,
      areAllAtFields ? "The image was not rendered. Fix the marked fields." : undefined,
    );
    return areAllAtFields;
  }

  function focusFirstError() {
    const control = element.querySelector<HTMLElement>('[aria-invalid="true"]');
    (control instanceof HTMLFieldSetElement ? control.querySelector("button") : control)?.focus();
  }

  function showNotes(notes: readonly Note[]): Note[] {
    const others = output.showNotes(form.showNotes(notes));
    preview.showNotes(others);
    return others;
  }

  return {
    element,
    showTemplates(templates, selectedId) {
      const draft = isFirst && draftKey ? loadWorkspaceDraft(draftKey) : undefined;
      if (draft) {
        form.restore(draft);
        output.show(draft.options);
      }
      form.showTemplates(templates, selectedId);
    },
    showBrands: output.showBrands,
    readRequest,
    showFieldErrors(error) {
      if (!showError(error)) return false;
      focusFirstError();
      return true;
    },
    clear() {
      clearTimeout(timer);
      current?.abort();
      current = undefined;
      isFirst = true;
      preview.clear();
      form.clear();
      output.show({});
      output.showBrands([]);
      if (draftKey) removeWorkspaceDraft(draftKey);
    },
  };
}

/** Warnings name a data field, such as `speakers/0/photo`, an option, or a member of the brand. */
function toNote({ field, message }: RenderedCard["warnings"][number]): Note {
  const pointer = /^(options|brand)\//.test(field) ? `/${field}` : `/data/${field}`;
  return { kind: "warning", pointer, message };
}

/** The text of a card by which people recognize it. */
export function titleOf(data: Readonly<CardData>): string {
  const texts = [data["title"], data["name"], ...Object.values(data)];
  return texts.find((text): text is string => typeof text === "string") ?? "Untitled";
}
