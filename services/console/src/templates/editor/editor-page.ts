import { PlacardError, type TemplateDetails } from "@placard/client";
import { onClick } from "../../actions.ts";
import { createElement, getElement } from "../../elements.ts";
import { showMessage } from "../../message.ts";
import { account, accountWithoutDialogs } from "../../session.ts";
import { createTabs } from "../../tabs.ts";
import { createDraft, loadDraft, removeDraft, storeDraft, type Draft } from "../drafts.ts";
import { createAssetsPanel } from "./assets-panel.ts";
import { createCodeEditor } from "./code-editor.ts";
import { completeHtml, completeJson } from "./completions.ts";
import { locateProblems, problemsOf, readDocument } from "./document-check.ts";
import { createPreviewPane } from "./preview-pane.ts";
import { createProblemList, type DocumentProblem } from "./problem-list.ts";
import { placeOf } from "./template-json.ts";
import { createProofPanel } from "./proof-panel.ts";
import { createVersionsPanel } from "./versions-panel.ts";

/** Pause after the last change before the document is checked and rendered. */
const debounceMs = 400;

/**
 * Opens the editor of a template: of its draft in this tab, or else of its current version.
 * @returns closes the editor
 * @throws PlacardError `not_found` if there is neither
 */
export async function openEditor(container: HTMLElement, id: string): Promise<() => void> {
  let details = await loadDetails(id);
  const stored = loadDraft(id);
  if (!details && !stored) throw new Error(`There is no template with the ID ${id}.`);
  let draft: Draft = stored ?? createDraft(details!.document, details!.version);
  let hasErrors = false;
  let isRejected = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let currentCheck: AbortController | undefined;

  const htmlEditor = createCodeEditor({
    label: "template.html",
    language: "html",
    text: draft.html,
    complete: completeHtml(listFields),
    onChange: onTextChange,
  });
  const jsonEditor = createCodeEditor({
    label: "template.json",
    language: "json",
    text: draft.json,
    complete: completeJson,
    onChange: onTextChange,
  });
  const editors = { html: htmlEditor, json: jsonEditor };
  const problemList = createProblemList(goTo);
  const preview = createPreviewPane({
    onRequestChange: renderPreview,
    goTo: (offset) => goTo({ file: "html", ...placeOf(draft.html, offset) }),
  });
  const assets = createAssetsPanel({
    readAssets: () => draft.assets,
    writeAssets(next) {
      draft = { ...draft, assets: next };
      onDraftChange();
    },
    insert(path) {
      fileTabs.show("editor-html");
      htmlEditor.insert(path);
    },
  });
  const versions = createVersionsPanel({
    readDraft: () => draft,
    readPreviewRequest() {
      const { document } = readDocument(draft);
      return document && !hasErrors ? { ...document, ...preview.currentRequest() } : undefined;
    },
    restore: replaceDraft,
  });
  const proof = createProofPanel({
    id,
    readDocument: () => (hasErrors ? undefined : readDocument(draft).document),
    onError(error) {
      const problems = problemsOf(error, draft);
      if (problems) showProblems(problems);
      return problems !== undefined;
    },
  });
  const fileTabs = createTabs("Files of the template", [
    { id: "editor-html", label: "template.html", panel: createElement("div", {}, htmlEditor.element) },
    { id: "editor-json", label: "template.json", panel: createElement("div", {}, jsonEditor.element) },
    {
      id: "editor-assets",
      label: "Assets",
      panel: createElement("div", {}, assets.element),
      onShow: () => assets.refresh(),
    },
    { id: "editor-proof", label: "Proof", panel: createElement("div", {}, proof.element) },
    { id: "editor-versions", label: "Versions", panel: createElement("div", {}, versions.element) },
  ]);

  const state = createElement("span", { className: "badge" });
  const discard = createElement("button", { type: "button", className: "secondary" }, "Discard changes");
  const publish = createElement("button", { type: "button" }, "Publish");
  onClick(publish, publishDraft);
  onClick(discard, async () => {
    removeDraft(id);
    if (details) replaceDraft(createDraft(details.document, details.version));
    else location.hash = "#/templates";
  });

  const files = createElement(
    "div",
    { className: "editor-files" },
    fileTabs.element,
    ...["editor-html", "editor-json", "editor-assets", "editor-proof", "editor-versions"].map((tab) =>
      panelOf(tab),
    ),
    problemList.element,
  );
  const [filesChoice, previewChoice] = [createPaneChoice("files"), createPaneChoice("preview")];
  const paneTabs = createElement(
    "div",
    { className: "pane-choice segments", role: "group", "aria-label": "View" },
    createElement("label", {}, filesChoice, createElement("span", {}, "Editor")),
    createElement("label", {}, previewChoice, createElement("span", {}, "Preview")),
  );
  const workspace = createElement("div", { className: "editor-workspace" }, files, preview.element);
  container.replaceChildren(
    createElement(
      "div",
      { className: "editor-bar" },
      createElement("a", { href: "#/templates" }, "All templates"),
      createElement("p", {}, createElement("code", {}, id), " ", state),
      createElement("div", { className: "buttons" }, discard, publish),
    ),
    paneTabs,
    workspace,
  );
  getElement("templates-title").focus();
  showState();
  versions.show(details);
  void check();

  function panelOf(tab: string) {
    const panel = {
      "editor-html": htmlEditor,
      "editor-json": jsonEditor,
      "editor-assets": assets,
      "editor-proof": proof,
      "editor-versions": versions,
    }[tab];
    return panel!.element.parentElement!;
  }

  /** On a phone, only one of the two panes is visible. */
  function createPaneChoice(pane: "files" | "preview") {
    const input = createElement("input", { type: "radio", name: "editor-pane", checked: pane === "files" });
    input.addEventListener("change", () => showPane(pane));
    return input;
  }

  function showPane(pane: "files" | "preview") {
    workspace.dataset["pane"] = pane;
    filesChoice.checked = pane === "files";
    previewChoice.checked = pane === "preview";
  }

  function listFields(): string[] {
    const { document } = readDocument(draft);
    const fields: unknown = document?.template["fields"];
    return typeof fields === "object" && fields !== null ? Object.keys(fields) : [];
  }

  function replaceDraft(next: Draft) {
    draft = next;
    htmlEditor.replaceText(next.html);
    jsonEditor.replaceText(next.json);
    onDraftChange();
  }

  function onTextChange() {
    draft = { ...draft, html: htmlEditor.readText(), json: jsonEditor.readText() };
    onDraftChange();
  }

  function onDraftChange() {
    if (isRejected) showMessage(""); // says to fix errors, and this may be the fix
    isRejected = false;
    if (isChanged()) storeDraft(id, draft);
    else removeDraft(id);
    showState();
    proof.showOutdated();
    clearTimeout(timer);
    timer = setTimeout(() => void check(), debounceMs);
  }

  function isChanged(): boolean {
    if (!details) return true;
    const { json, html, assets: current } = createDraft(details.document);
    return (
      draft.json !== json || draft.html !== html || JSON.stringify(draft.assets) !== JSON.stringify(current)
    );
  }

  function showState() {
    const version = details && `v${details.version}`;
    state.textContent = [version, isChanged() ? "Unpublished changes" : ""].filter(Boolean).join(" · ");
    discard.hidden = !isChanged();
    const { document } = readDocument(draft);
    const name = document?.template["name"];
    getElement("templates-title").textContent = typeof name === "string" && name !== "" ? name : id;
  }

  async function check() {
    currentCheck?.abort();
    const { signal } = (currentCheck = new AbortController());
    const { document, problem } = readDocument(draft);
    if (!document) return showProblems([problem]);
    try {
      const { data } = await accountWithoutDialogs.lintTemplate(document, { signal });
      showProblems(locateProblems(data.problems, draft));
      if (!hasErrors) await preview.render(document);
    } catch (error) {
      if (signal.aborted) return;
      const problems = problemsOf(error, draft);
      if (problems) showProblems(problems);
      else preview.showOutdated(error instanceof PlacardError ? error.summary : String(error));
    }
  }

  function renderPreview() {
    const { document } = readDocument(draft);
    if (document && !hasErrors) void preview.render(document);
  }

  function showProblems(problems: readonly DocumentProblem[]) {
    hasErrors = problems.some(({ severity }) => severity === "error");
    problemList.show(problems);
    for (const file of ["html", "json"] as const) {
      const ofFile = problems.filter((problem) => problem.file === file);
      editors[file].showProblems(ofFile);
      fileTabs.setLabel(
        `editor-${file}`,
        `template.${file}${ofFile.length > 0 ? ` (${ofFile.length})` : ""}`,
      );
    }
    if (hasErrors) preview.showOutdated("Fix the errors to update the card.");
  }

  function goTo({ file, line, column }: Pick<DocumentProblem, "file" | "line" | "column">) {
    showPane("files");
    fileTabs.show(`editor-${file}`);
    editors[file].goTo(line, column);
  }

  async function publishDraft() {
    const { document, problem } = readDocument(draft);
    if (!document) {
      rejectDraft([problem]);
    }
    try {
      const { data } = details
        ? await account.createTemplateVersion(id, document)
        : await account.createTemplate(document);
      details = await loadDetails(id);
      removeDraft(id);
      draft = { ...draft, version: data.version };
      showState();
      versions.show(details);
      showMessage(
        `Version ${data.version} was published. Requests with the template “${id}” use it from now on.`,
      );
    } catch (error) {
      const problems = problemsOf(error, draft);
      if (!problems) throw error;
      rejectDraft(problems, error);
    }
  }

  function rejectDraft(problems: readonly DocumentProblem[], cause?: unknown): never {
    showProblems(problems);
    isRejected = true;
    throw new Error("The template was not published. Fix the errors.", { cause });
  }

  function warnBeforeUnload(event: BeforeUnloadEvent) {
    if (isChanged()) event.preventDefault();
  }
  addEventListener("beforeunload", warnBeforeUnload);

  return () => {
    removeEventListener("beforeunload", warnBeforeUnload);
    clearTimeout(timer);
    currentCheck?.abort();
    preview.close();
    versions.close();
    proof.close();
    htmlEditor.close();
    jsonEditor.close();
  };
}

async function loadDetails(id: string): Promise<TemplateDetails | undefined> {
  // A new template is not found; the list shows that without a failed request.
  const { data: listed } = await account.listTemplates({ archived: true });
  if (!listed.templates.some((template) => template.id === id)) return undefined;
  try {
    const { data } = await account.getTemplate(id);
    return data;
  } catch (error) {
    if (error instanceof PlacardError && ["not_found", "gone"].includes(error.code)) return undefined;
    throw error;
  }
}
