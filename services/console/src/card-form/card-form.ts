import { batch, computed, effect, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import {
  readData,
  toLabel,
  type CardData,
  type CardRequest,
  type FieldSchema,
  type FieldValue,
  type FormTemplate,
  type RenderedCard,
} from "./card-data.ts";
import { loadDraft, storeDraft, type Draft } from "./drafts.ts";
import { isAbout, noteOfWarning, notesOfError, type Note } from "./notes.tsx";
import { initialOutput, isAboutOutput, readOptions, type OutputTexts } from "./output-fields.tsx";

/** Pause between the last change and a request, in ms, so that not every key press sends one. */
const defaultDebounceMs = 350;

export interface CardFormSettings {
  templates: readonly FormTemplate[];
  /** The template that is selected at first; by default, the draft's, or else the first one. */
  selectedId?: string | undefined;
  brands?: readonly string[];
  /** What is entered at first, unless texts are kept. */
  draft?: Draft | undefined;
  /** The key of sessionStorage under which the texts are kept across reloads of the tab. */
  draftKey?: string | undefined;
  debounceMs?: number;
  /** Uploads an image for a data field, and resolves with the text that names it. */
  upload?: (file: File) => Promise<string>;
  /** Loads the data that a template starts with. */
  loadExample: (template: string) => Promise<Readonly<Record<string, unknown>>>;
  render: (request: CardRequest, signal: AbortSignal) => Promise<RenderedCard>;
}

export interface RenderResult {
  card: RenderedCard;
  request: CardRequest;
  durationMs: number;
}

/** The template of the fields, and what they contain. */
interface CardContent {
  template: FormTemplate;
  data: CardData;
}

/** A change of the form after which nothing on the card is hard to see. */
interface ContrastFix {
  label: string;
  content: CardContent;
  output: OutputTexts;
}

/** Creates the state of a form once. Later changes of the settings have no effect. */
export function useCardForm(settings: CardFormSettings): CardForm {
  const form = useMemo(() => createCardForm(settings), []);
  useEffect(form.start, []);
  return form;
}

export type CardForm = ReturnType<typeof createCardForm>;

/** The state of a form with a live preview. `Workspace` shows it. */
function createCardForm(settings: CardFormSettings) {
  const { templates, brands = [], draftKey, debounceMs = defaultDebounceMs } = settings;
  const draft = draftKey === undefined ? settings.draft : loadDraft(draftKey);
  const entered = new Map(Object.entries(draft?.data ?? {}));
  const findTemplate = (id: string | undefined) => templates.find((each) => each.id === id);
  const selected = signal<FormTemplate>();
  const content = signal<CardContent>();
  const output = signal(initialOutput);
  if (draft) {
    const { brand } = draft.output;
    output.value = { ...draft.output, brand: [...brands, "none"].includes(brand) ? brand : "" };
  }
  const isRendering = signal(false);
  const rendered = signal<RenderResult>();
  const error = signal<unknown>();
  const notes = signal<readonly Note[]>([]);
  const focusCount = signal(0);
  const fix = signal<ContrastFix>();
  const request = computed(() => content.value && toRequest(content.value, output.value));
  const isAboutFields = computed(() => {
    if (error.value === undefined || notes.value.length === 0) return false;
    const properties = Object.keys(content.value?.template.schema.properties ?? {});
    return notes.value.every(
      (note) => isAboutOutput(note) || properties.some((name) => isAbout(note, `/data/${name}`)),
    );
  });

  /** Shows a template. What was entered before is kept. */
  async function select(template: FormTemplate) {
    selected.value = template;
    const data = entered.get(template.id) ?? ((await settings.loadExample(template.id)) as CardData);
    if (selected.value === template) content.value = { template, data };
  }

  async function render(current: CardRequest, abortSignal: AbortSignal) {
    isRendering.value = true;
    const startedAt = performance.now();
    try {
      const card = await settings.render(current, abortSignal);
      if (abortSignal.aborted) return;
      batch(() => {
        rendered.value = { card, request: current, durationMs: performance.now() - startedAt };
        notes.value = card.warnings.map(noteOfWarning);
        error.value = undefined;
        fix.value = undefined;
        isRendering.value = false;
      });
      if (!hasLowContrast(card)) return;
      const found = await findFix(abortSignal);
      if (!abortSignal.aborted) fix.value = found;
    } catch (cause) {
      if (!abortSignal.aborted) showError(cause);
    }
  }

  /** Tries the form without a color that was entered, and without the brand. */
  async function findFix(abortSignal: AbortSignal): Promise<ContrastFix | undefined> {
    const [{ template, data }, texts] = [content.value!, output.value];
    const { properties = {} }: FieldSchema = template.schema;
    const colors = Object.keys(properties).filter(
      (name) => properties[name]?.format === "color" && data[name],
    );
    const withoutBrand = brands.includes("default") ? "none" : "";
    const candidates = colors.map((name) => ({
      label: `Remove the color “${toLabel(name)}”`,
      content: { template, data: { ...data, [name]: "" } },
      output: texts,
    }));
    if (brands.length > 0 && texts.brand !== withoutBrand)
      candidates.push({
        label: "Render without the brand",
        content: { template, data },
        output: { ...texts, brand: withoutBrand },
      });
    for (const candidate of candidates) {
      const tried = settings.render(toRequest(candidate.content, candidate.output), abortSignal);
      const card = await tried.catch(() => undefined);
      if (card && !hasLowContrast(card)) return candidate;
    }
    return undefined;
  }

  function setContent(changed: CardContent) {
    entered.set(changed.template.id, changed.data);
    content.value = changed;
  }

  function showError(cause: unknown) {
    batch(() => {
      notes.value = notesOfError(cause);
      error.value = cause;
      isRendering.value = false;
    });
  }

  /** Renders the card after each change. @returns stops */
  function start() {
    let isFirst = true;
    void select(findTemplate(settings.selectedId) ?? findTemplate(draft?.template) ?? templates[0]!);
    return effect(() => {
      const current = request.value;
      if (!current) return undefined;
      if (draftKey !== undefined) {
        const { template } = current;
        storeDraft(draftKey, { template, data: Object.fromEntries(entered), output: output.peek() });
      }
      const controller = new AbortController();
      const timer = setTimeout(() => void render(current, controller.signal), isFirst ? 0 : debounceMs);
      isFirst = false;
      return () => {
        clearTimeout(timer);
        controller.abort();
      };
    });
  }

  return {
    settings,
    start,
    /** The template in the picker, whose example may still be loading. */
    selected,
    content,
    output,
    /** The request for what the form contains; another object after each change. */
    request,
    isRendering,
    rendered,
    /** Why there is no image for the current request. */
    error,
    /** Whether the error is about fields only, which show it. */
    isAboutFields,
    /** Notes about the current request. */
    notes,
    /** The change that makes what is hard to see readable, if one is known. */
    fix,
    applyFix() {
      const applied = fix.value!;
      batch(() => {
        setContent(applied.content);
        output.value = applied.output;
        fix.value = undefined;
      });
    },
    select,
    setField(name: string, value: FieldValue) {
      const { template, data } = content.value!;
      setContent({ template, data: { ...data, [name]: value } });
    },
    setOutput(name: keyof OutputTexts, text: string) {
      output.value = { ...output.value, [name]: text };
    },
    /**
     * Shows an error at the fields that it is about, and moves the focus to the first one.
     * @returns false if it is not about fields only
     */
    showFieldErrors(cause: unknown): boolean {
      showError(cause);
      if (!isAboutFields.value) return false;
      focusCount.value++;
      return true;
    },
    /** How often `showFieldErrors` has moved the focus. */
    focusCount,
  };
}

function toRequest({ template, data }: CardContent, texts: OutputTexts): CardRequest {
  const options = readOptions(texts);
  const card: CardRequest = { template: template.id, data: readData(template.schema, data) };
  return Object.keys(options).length > 0 ? { ...card, options } : card;
}

function hasLowContrast({ warnings }: RenderedCard): boolean {
  return warnings.some(({ code }) => code === "low_contrast");
}
