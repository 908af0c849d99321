import { samplesOf } from "@placard/templates/samples";
import { useSignal, useSignalEffect, type Signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useAccount } from "../../app/account.ts";
import { useConsole } from "../../app/console.ts";
import { ActionButton } from "../../components/buttons.tsx";
import { Loaded, useLoaded } from "../../components/loaded.tsx";
import { focusTab, Tabs } from "../../components/tabs.tsx";
import { viewKey } from "../drafts.ts";
import { AssetsPanel } from "./assets-panel.tsx";
import type { CodeLanguage } from "./code-editor.tsx";
import { createCodeEditors, Mounted } from "./code-editors.tsx";
import type { Design } from "./design/design.ts";
import type { DocumentProblem } from "./document-check.ts";
import { ImportReport } from "./import-report.tsx";
import { OtherDraft } from "./other-draft.tsx";
import { PreviewPane } from "./preview-pane.tsx";
import { ProblemList } from "./problem-list.tsx";
import { ProofPanel } from "./proof-panel.tsx";
import { PublishTerms } from "./publish-terms.tsx";
import { ReviewPanel, ReviewTerms } from "./review-panel.tsx";
import { createTemplateEditor, type LoadedTemplate } from "./template-editor.ts";
import { placeOf } from "./template-json.ts";
import { UsePanel } from "./use-panel.tsx";
import { VersionsPanel } from "./versions-panel.tsx";

/** The design of the draft with its tools. */
export type DesignTools = (typeof import("./design/design-panel.tsx"))["designTools"] & {
  design: Design;
  /** Selects an element on the card, and shows it in the code if that is open, or else in the design. */
  select: (path: string) => void;
};

const saveTexts = {
  saved: false,
  saving: "Saving …",
  failed: "Not saved, retrying",
  refused: "Not saved",
  conflict: false,
} as const;

const views = ["editor-design", "editor-html", "editor-json"];
/** The tabs in which elements of the card are selected. */
const selectionTabs = [...views, "editor-fields", "editor-assets"];

/** Edits the draft of a template. */
export function EditorPage({
  template,
  title,
  reload,
}: {
  template: LoadedTemplate;
  /** The heading of the page, which is the name of the template. */
  title: Signal<string>;
  /** Opens the template as the account has it now. */
  reload: () => Promise<void>;
}) {
  const { id } = template;
  const services = useConsole();
  const account = useAccount();
  const { messages, router } = services;
  const { dialogs } = account;
  const editor = useMemo(() => createTemplateEditor(template, services, account), []);
  const tools = useLoaded("the design tools", async () => {
    const { designTools } = await import("./design/design-panel.tsx");
    const design = designTools.createDesign(editor);
    return { ...designTools, design, select: (path: string) => select(design, path) };
  });
  const texts = useMemo(
    () => createCodeEditors(editor, (offset) => tools.data.value?.design.selectAt(offset)),
    [],
  );
  const tab = useSignal(localStorage.getItem(viewKey) ?? "editor-design");
  /** Whether the cards are rendered before they are published. */
  const isChecking = useSignal(false);
  const reviewLink = useSignal<string | undefined>(undefined);
  const isOpen = useRef(true);
  const { draft, problems, isChanged, saver } = editor;
  const losses = account.importLosses.value.get(id);

  // Preact cleans other effects up after the next page was painted.
  useLayoutEffect(() => {
    return () => {
      isOpen.current = false;
    };
  }, []);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      (document.activeElement as HTMLElement | null)?.blur(); // writes what is being typed
      if (saver.state.value === "saved") return;
      event.preventDefault();
      void saver.flush();
    };
    addEventListener("beforeunload", warn);
    return () => {
      removeEventListener("beforeunload", warn);
      editor.close();
      for (const text of Object.values(texts)) text.close();
    };
  }, []);
  useSignalEffect(() => {
    const name = editor.read.value.document?.template["name"];
    title.value = typeof name === "string" && name !== "" ? name : id;
  });
  useSignalEffect(() => {
    if (views.includes(tab.value)) localStorage.setItem(viewKey, tab.value);
    const design = tools.data.value?.design;
    if (design) design.notice.value = undefined; // it was about the tab before
  });
  useSignalEffect(() => {
    const { shownField, isInspectorNext } = tools.data.value?.design ?? {};
    if (shownField?.value !== undefined) tab.value = "editor-fields";
    if (isInspectorNext?.value) tab.value = "editor-design";
  });
  useSignalEffect(() => {
    for (const file of ["html", "json"] as const) texts[file].replaceText(draft.value[file]);
  });
  useSignalEffect(() => {
    for (const file of ["html", "json"] as const)
      texts[file].showProblems(problems.value.filter((problem) => problem.file === file));
  });

  function goTo(
    { file, line, column }: Pick<DocumentProblem, "file" | "line" | "column">,
    options?: { keepsFocus: boolean },
  ) {
    tab.value = `editor-${file}`;
    // The editor has no size until its tab is shown.
    requestAnimationFrame(() => texts[file].goTo(line, column, options));
  }

  const goToOffset = (offset: number, options?: { keepsFocus: boolean }) =>
    goTo({ file: "html", ...placeOf(texts.html.readText(), offset) }, options);

  const isCode = () => tab.value === "editor-html" || tab.value === "editor-json";

  function select(design: Design, path: string) {
    design.select(path);
    const offset = design.selected.value?.place?.startOffset;
    if (!isCode()) tab.value = "editor-design";
    else if (offset !== undefined) goToOffset(offset, { keepsFocus: true });
  }

  /** @throws Error if the draft has errors: the list of problems shows them */
  function requireValidDocument() {
    const document = editor.validDocument();
    if (!document) throw new Error("Fix the errors of the draft first.");
    return document;
  }

  /** @throws Error if the example of a field does not fit it: cards with it can't be rendered */
  function requireFittingExamples() {
    const misfit = problems.value.find(({ code }) => code === "invalid_example");
    if (!misfit) return;
    const { message } = tools.data.value?.design.describe(misfit) ?? misfit;
    throw new Error(`${message}. Change it in Fields, then publish.`);
  }

  function hideReport() {
    const rest = [...account.importLosses.value].filter(([name]) => name !== id);
    account.importLosses.value = new Map(rest);
  }

  async function publish() {
    const document = requireValidDocument();
    const newer = await editor.findNewerVersion();
    isChecking.value = true;
    const [checked] = await Promise.allSettled([editor.findWarnings(document)]);
    isChecking.value = false;
    if (!isOpen.current) return; // another page was opened meanwhile
    requireFittingExamples();
    const published = editor.details.value;
    const isAsked = published !== undefined || checked.status === "rejected" || checked.value.length > 0;
    const isConfirmed =
      !isAsked ||
      (await dialogs.open({
        title: `Publish “${title.value}”?`,
        content: (cancel) => (
          <PublishTerms
            {...{ id, published, newer, checked }}
            show={({ name, sizes }) => {
              editor.size.value = sizes[0]!;
              if (name === undefined) void editor.render();
              else editor.chooseSample(name);
              cancel();
            }}
            openProof={() => {
              tab.value = "editor-proof";
              cancel();
            }}
          />
        ),
        action: "Publish version",
        submit: () => true,
      }));
    if (!isConfirmed) return;
    const version = await editor.publish();
    hideReport();
    // A card that was shown for its warnings is not one to use.
    const isTestData = editor.sampleIndex() === undefined && editor.editedData.value === undefined;
    if (isTestData) editor.chooseSample(editor.samples.value[0]!.name);
    messages.show(`Version ${version} was published. New cards with “${id}” have this design.`);
    tab.value = "editor-use";
    focusTab("editor-use"); // on a phone, it is far below the title
  }

  async function sendForReview() {
    const document = requireValidDocument();
    const { template: json } = document;
    // Data that is none of the samples becomes the first one.
    const shown = { name: "Test data", data: editor.previewRequest().data };
    const samples = editor.sampleIndex() === undefined ? [shown, ...samplesOf(json)] : json["samples"];
    const url = await dialogs.open({
      title: `Send “${title.value}” for review?`,
      content: <ReviewTerms />,
      action: "Create link",
      submit: async () =>
        (await account.api.createReview({ ...document, template: { ...json, samples } })).data.url,
    });
    if (url === undefined) return;
    reviewLink.value = url;
    tab.value = "editor-review";
    focusTab("editor-review"); // on a phone, it is far below the title
  }

  async function discard() {
    await editor.discard();
    if (!editor.details.value) router.open("templates");
  }

  const labelOf = (file: CodeLanguage) => {
    const count = problems.value.filter((problem) => isCode() && problem.file === file).length;
    return `${file.toUpperCase()}${count > 0 ? ` (${count})` : ""}`;
  };
  const preview = editor.preview.value;
  const warningCount = (preview?.warnings.length ?? 0) + editor.warningsElsewhere.value;
  const version = editor.details.value?.version;
  const state = [
    version !== undefined && `v${version}`,
    saveTexts[saver.state.value] || (isChanged.value && "Unpublished changes"),
  ];
  return (
    <>
      <div class="row editor-bar">
        <a href="#/templates">All templates</a>
        <p>
          <code>{id}</code> <span class="badge">{state.filter(Boolean).join(" · ")}</span>
        </p>
        {version !== undefined && <a href={`#/playground/${id}`}>Try in playground</a>}
        <div class="buttons">
          <ActionButton look="secondary" disabled={!isChanged.value} onAction={discard}>
            Discard changes
          </ActionButton>
          <ActionButton look="secondary" onAction={sendForReview}>
            Send for review
          </ActionButton>
          <ActionButton
            disabled={!isChanged.value}
            description={isChanged.value ? undefined : "There are no changes to publish."}
            onAction={publish}
          >
            {isChecking.value ? "Checking…" : "Publish"}
          </ActionButton>
        </div>
      </div>
      {saver.state.value === "conflict" && (
        <>
          <div class="draft-conflict" role="alert">
            <p>
              <strong>This template was edited elsewhere.</strong> Its draft was changed, published or
              discarded in another tab or by another device. What you change here is not saved until you
              choose.
            </p>
            <div class="buttons">
              <ActionButton look="secondary" onAction={saver.overwrite}>
                Keep this draft
              </ActionButton>
              <ActionButton look="secondary" onAction={reload}>
                Use the other one
              </ActionButton>
            </div>
          </div>
          <OtherDraft other={saver.other.value} draft={editor.draft.value} />
        </>
      )}
      {losses && <ImportReport losses={losses} hasProblems={problems.value.length > 0} hide={hideReport} />}
      <div class="editor-workspace">
        <div class="editor-files">
          <Tabs
            label="Files of the template"
            selected={tab}
            tabs={[
              {
                id: "editor-design",
                label: "Design",
                panel: tab.value === "editor-design" && (
                  <Loaded from={tools}>
                    {({ design, DesignPanel }) => <DesignPanel design={design} goTo={goToOffset} />}
                  </Loaded>
                ),
              },
              {
                id: "editor-html",
                label: labelOf("html"),
                panel: (
                  <>
                    <Mounted element={texts.html.element} />
                    {tools.data.value && (
                      <tools.data.value.RuleList design={tools.data.value.design} goTo={goToOffset} />
                    )}
                  </>
                ),
              },
              { id: "editor-json", label: labelOf("json"), panel: <Mounted element={texts.json.element} /> },
              {
                id: "editor-fields",
                label: "Fields",
                panel: tab.value === "editor-fields" && (
                  <Loaded from={tools}>{({ design, FieldsPanel }) => <FieldsPanel design={design} />}</Loaded>
                ),
              },
              {
                id: "editor-assets",
                label: "Assets",
                panel: tab.value === "editor-assets" && (
                  <AssetsPanel
                    editor={editor}
                    insert={(path) => {
                      tab.value = "editor-html";
                      // The editor can't have the focus until its tab is shown.
                      requestAnimationFrame(() => texts.html.insert(path));
                    }}
                  />
                ),
              },
              { id: "editor-proof", label: "Proof", panel: <ProofPanel editor={editor} /> },
              { id: "editor-versions", label: "Versions", panel: <VersionsPanel editor={editor} /> },
              {
                id: "editor-review",
                label: "Reviews",
                panel: tab.value === "editor-review" && <ReviewPanel template={id} link={reviewLink} />,
              },
              {
                id: "editor-use",
                label: "Use it",
                panel: tab.value === "editor-use" && <UsePanel editor={editor} />,
              },
            ]}
          />
          <ProblemList
            problems={problems.value}
            warningCount={warningCount}
            isRefused={editor.failure.value !== undefined}
            design={isCode() ? undefined : tools.data.value?.design}
            goTo={goTo}
          />
        </div>
        <PreviewPane editor={editor} tools={tools.data.value} canSelect={selectionTabs.includes(tab.value)} />
      </div>
    </>
  );
}
