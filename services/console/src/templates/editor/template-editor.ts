import {
  PlacardError,
  type ImageWarning,
  type TemplateDetails,
  type TemplateDocument,
  type TemplatePreview,
} from "@placard/client";
import { getOrInsert } from "@placard/contracts/maps";
import { fitsFields } from "@placard/templates/fields";
import { previewSizes, samplesOf, type Sample } from "@placard/templates/samples";
import { computed, signal } from "@preact/signals";
import { useUser, type Account } from "../../app/account.ts";
import { isUnauthorized } from "../../app/actions.ts";
import type { Console } from "../../app/console.ts";
import { createDraft, isSameDraft, type Draft, type StoredDraft } from "../drafts.ts";
import { forDesigners } from "./designer-warnings.ts";
import { createDraftSaver } from "./draft-saver.ts";
import { createHistory } from "./history.ts";
import { parseTemplateJson } from "./template-json.ts";
import { testSamples } from "./test-data.ts";
import { locateProblems, problemsOf, readDocument, type DocumentProblem } from "./document-check.ts";

/** Pause after the last typed change before the document is checked and rendered. */
const typingPauseMs = 400;
/** Pause before the document is checked again if the server could not be reached. */
const retryMs = 2_000;

export type PreviewSize = (typeof previewSizes)[number];

/** The rendered card, with the HTML and the data that it was rendered from. */
export interface EditorPreview extends TemplatePreview {
  html: string;
  data: Sample["data"];
  durationMs: number;
}

/** The samples of a template, and unusual data behind them. */
function listSamples(template: Readonly<Record<string, unknown>>): readonly Sample[] {
  return [...samplesOf(template), ...testSamples(template)];
}

/** All warnings of the cards with some data at some sizes. */
export interface SampleWarnings {
  /** Of the sample; undefined for data that is none. */
  name: string | undefined;
  sizes: PreviewSize[];
  warnings: ImageWarning[];
}

/** A template as the account has it. */
export interface LoadedTemplate {
  id: string;
  /** The current version; undefined if nothing is published. */
  details: TemplateDetails | undefined;
  /** Undefined if the account has no draft. */
  stored: StoredDraft | undefined;
}

export type TemplateEditor = ReturnType<typeof createTemplateEditor>;

/**
 * Edits a template: its draft is saved, checked and rendered after each change. It starts with what this tab
 * could not save, or else with the draft of the account, or the current version.
 * @throws Error if there is none
 */
export function createTemplateEditor(
  { id, details: current, stored: storedDraft }: LoadedTemplate,
  services: Console,
  { api, histories }: Pick<Account, "api" | "histories">,
) {
  const { client, messages, actions, unsavedDrafts } = services;
  const unsavedKey = `${useUser(services).id}/${id}`;
  const unsaved = unsavedDrafts.get(unsavedKey);
  const stored = unsaved ?? storedDraft;
  if (!current && !stored) throw new Error(`There is no template with the ID ${id}.`);
  const details = signal(current);
  let basedOn = stored?.version ?? current?.version;
  const draft = signal<Draft>(stored?.draft ?? createDraft(current!.document));
  const saver = createDraftSaver(id, stored?.etag, client, (error) => {
    if (isUnauthorized(error) || saver.state.value === "refused") actions.report(error);
  });
  const read = computed(() => readDocument(draft.value));
  const problems = signal<readonly DocumentProblem[]>([]);
  const json = computed(() => draft.value.json);
  let lastSamples = listSamples({});
  const samples = computed(() => {
    const { template } = parseTemplateJson(json.value);
    if (template) lastSamples = listSamples(template);
    return lastSamples;
  });
  const sampleName = signal<string>();
  const editedData = signal<Sample["data"]>();
  /** Not after its fields were renamed or got other entries: that data can't be rendered. */
  const shownData = computed(() => {
    const { document } = read.value;
    const data = editedData.value;
    return data && (!document || fitsFields(data, document.template)) ? data : undefined;
  });
  const size = signal<PreviewSize>(previewSizes[0]);
  const preview = signal<EditorPreview>();
  const isRendering = signal(false);
  const failure = signal<unknown>();
  const warningsElsewhere = signal(0);
  const hideLayers = signal((html: string) => html);
  let isRejected = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let currentCheck: AbortController | undefined;
  let currentRender: AbortController | undefined;
  let nextRender: (() => TemplateDocument | undefined) | undefined;
  const last = histories.get(id);
  const history = last && isSameDraft(last.draft, draft.value) ? last.history : createHistory();

  const sample = computed(
    () => samples.value.find(({ name }) => name === sampleName.value) ?? samples.value[0]!,
  );
  const isChanged = computed(
    () => !details.value || !isSameDraft(draft.value, createDraft(details.value.document)),
  );
  function chooseSample(name: string) {
    sampleName.value = name;
    editedData.value = undefined;
    void render();
  }
  function sampleIndex(): number | undefined {
    const index = samples.value.indexOf(sample.value);
    const isSample = index < samplesOf(read.value.document?.template ?? {}).length;
    return isSample && shownData.value === undefined ? index : undefined;
  }

  const hasErrors = () => problems.value.some(({ severity }) => severity === "error");
  const validDocument = () => (hasErrors() ? undefined : read.value.document);

  function previewRequest({ width, height }: PreviewSize = size.value) {
    return { data: shownData.value ?? sample.value.data, options: { width, height } };
  }

  function showProblems(found: readonly DocumentProblem[]) {
    problems.value = found;
    if (hasErrors()) showFailure("Fix the errors to update the card.");
  }

  function showFailure(error: unknown) {
    stopRendering();
    fail(error);
  }

  function fail(error: unknown) {
    failure.value = error;
    clearTimeout(retryTimer);
    const isUnreachable = error instanceof PlacardError && error.code === "network_error";
    if (isUnreachable) retryTimer = setTimeout(() => void check(), retryMs);
  }

  function stopRendering() {
    nextRender = undefined;
    currentRender?.abort();
  }

  /** Shows the problems in an error of the server. @returns false if it is not about the document */
  function showProblemsOf(error: unknown): boolean {
    const found = problemsOf(error, draft.value);
    if (found) showProblems(found);
    return found !== undefined;
  }

  async function check() {
    currentCheck?.abort();
    const { signal: abortSignal } = (currentCheck = new AbortController());
    const { document, problem } = read.value;
    if (!document) return showProblems([problem]);
    try {
      const { data } = await client.lintTemplate(document, { signal: abortSignal });
      showProblems(locateProblems(data.problems, draft.value));
      await render();
    } catch (error) {
      if (!abortSignal.aborted && !showProblemsOf(error)) showFailure(error);
    }
  }

  /**
   * Renders the draft, or with another template.html. Only the last of several calls during a preview is
   * rendered after it.
   * @param readHtml is called when its turn comes; undefined: there is nothing to render
   */
  async function render(readHtml?: () => string | undefined) {
    nextRender = () => {
      const document = validDocument();
      const html = readHtml ? readHtml() : document?.html;
      return document && html !== undefined ? { ...document, html } : undefined;
    };
    if (isRendering.value) return;
    isRendering.value = true;
    while (nextRender) {
      const document: TemplateDocument | undefined = nextRender();
      nextRender = undefined;
      if (document) await renderDocument(document);
    }
    isRendering.value = false;
  }

  /** A document with some data at a size, with warnings for designers. Rejects with the errors of the API. */
  async function draw(
    document: TemplateDocument,
    data: Sample["data"],
    { width, height }: PreviewSize,
    abortSignal?: AbortSignal,
  ): Promise<TemplatePreview> {
    const body = { ...document, data, options: { width, height } };
    const card = (await client.previewTemplate(body, { signal: abortSignal })).data;
    return { ...card, warnings: forDesigners(card.warnings, data) };
  }

  /**
   * The cards with warnings of a document, at all sizes, with the shown data and the samples: sizes with the
   * same warnings are one card. Data without a new warning is left out. Rejects with the errors of the API.
   */
  async function findWarnings(document: TemplateDocument): Promise<SampleWarnings[]> {
    const shown = shownData.value ? [{ name: undefined, data: shownData.value }] : [];
    const seen = new Set<string>();
    const found: SampleWarnings[] = [];
    for (const { name, data } of [...shown, ...samplesOf(document.template)]) {
      const cards = new Map<string, SampleWarnings>();
      const before = seen.size;
      for (const at of previewSizes) {
        const { warnings } = await draw(document, data, at);
        if (warnings.length === 0) continue;
        for (const { message } of warnings) seen.add(`${at.name}: ${message}`);
        getOrInsert(cards, JSON.stringify(warnings), () => ({ name, sizes: [], warnings })).sizes.push(at);
      }
      if (seen.size > before) found.push(...cards.values());
    }
    return found;
  }

  async function renderDocument(document: TemplateDocument) {
    const { signal: abortSignal } = (currentRender = new AbortController());
    const startedAt = performance.now();
    const { html } = document;
    const { data } = previewRequest();
    try {
      const card = await draw({ ...document, html: hideLayers.value(html) }, data, size.value, abortSignal);
      if (abortSignal.aborted) return;
      preview.value = { ...card, html, data, durationMs: performance.now() - startedAt };
      failure.value = undefined;
    } catch (error) {
      if (!abortSignal.aborted) fail(error);
    }
  }

  /**
   * Changes the draft as one step of its history.
   * @param typedIn the file that the user types in, if so
   */
  function change(changes: Partial<Draft>, typedIn?: "html" | "json") {
    const next = { ...draft.value, ...changes };
    if (!isSameDraft(draft.value, next)) history.record(draft.value, typedIn);
    update(next, typedIn ? typingPauseMs : 0);
  }

  function save() {
    saver.save(isChanged.value ? draft.value : undefined);
  }

  function update(next: Draft, pauseMs: number) {
    if (isRejected) messages.close(); // it says to fix errors, and this may be the fix
    isRejected = false;
    draft.value = next;
    save();
    clearTimeout(timer);
    timer = setTimeout(() => void check(), pauseMs);
  }

  function restore(restored: Draft | undefined) {
    if (restored) update(restored, 0);
  }

  /** @returns the number of the new version */
  async function publish(): Promise<number> {
    const { document, problem } = read.value;
    try {
      if (!document) {
        showProblems([problem]);
        throw new Error("template.json is not valid");
      }
      const written = { ...document, json: draft.value.json };
      const { data } = details.value
        ? await api.createTemplateVersion(id, written)
        : await api.createTemplate(written);
      details.value = (await api.getTemplate(id)).data;
      basedOn = data.version;
      saver.save(undefined);
      await saver.flush();
      return data.version;
    } catch (cause) {
      if (document && !showProblemsOf(cause)) throw cause;
      isRejected = true;
      throw new Error("The template was not published. Fix the errors.", { cause });
    }
  }

  /**
   * Reads the current version of the template.
   * @returns its number, if it was published after the draft was created
   */
  async function findNewerVersion(): Promise<number | undefined> {
    if (!details.value) return undefined;
    details.value = (await api.getTemplate(id)).data;
    const { version } = details.value;
    return basedOn !== undefined && version > basedOn ? version : undefined;
  }

  unsavedDrafts.delete(unsavedKey);
  if (unsaved) save();
  void check();
  return {
    id,
    /** The current version; undefined if nothing is published. */
    details,
    draft,
    /** The draft as a document. */
    read,
    /** Whether the draft differs from the current version. */
    isChanged,
    saver,
    problems,
    /** The document if it has no errors. */
    validDocument,
    samples,
    sample,
    /** Test data as edited by the user; undefined if it was not edited. */
    editedData,
    /** The index of the shown data in the samples of the template; undefined for other test data. */
    sampleIndex,
    size,
    preview,
    /** Whether the card shows the draft. */
    isCurrent: computed(
      () => preview.value?.html === draft.value.html && preview.value.data === previewRequest().data,
    ),
    isRendering,
    /** How many warnings the list of sizes has of sizes that are not shown. */
    warningsElsewhere,
    /** Why the card is not current. */
    failure,
    /** Returns a template.html without the layers that are hidden in the editor. */
    hideLayers,
    /** Data and size of the card. */
    previewRequest,
    draw,
    findWarnings,
    change,
    undo: () => restore(history.undo(draft.value)),
    redo: () => restore(history.redo(draft.value)),
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    chooseSample,
    /** Shows the card with the next or the previous data. */
    stepSample(by: 1 | -1) {
      const next = samples.value.indexOf(sample.value) + by;
      chooseSample(samples.value.at(next % samples.value.length)!.name);
    },
    render,
    showProblemsOf,
    publish,
    findNewerVersion,
    async discard() {
      basedOn = details.value?.version;
      if (details.value) change(createDraft(details.value.document));
      else saver.save(undefined);
      await saver.flush();
    },
    close() {
      histories.set(id, { history, draft: draft.value });
      void saver.close().then((rest) => rest && unsavedDrafts.set(unsavedKey, { ...rest, version: basedOn }));
      clearTimeout(timer);
      clearTimeout(retryTimer);
      currentCheck?.abort();
      stopRendering();
    },
  };
}
