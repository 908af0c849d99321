import type { PreviewRequest, TemplateDetails, TemplateVersion } from "@placard/client";
import { onClick } from "../../actions.ts";
import { dataUrlOf } from "../../data-url.ts";
import { createElement, createFragment } from "../../elements.ts";
import { showMessage } from "../../message.ts";
import { account } from "../../session.ts";
import { createTime } from "../../times.ts";
import { createDraft, type Draft } from "../drafts.ts";
import { createCompareSlider } from "./compare-slider.ts";
import { createTextDiff } from "./text-diff.ts";

/** The published versions of a template. */
export interface VersionsPanel {
  element: HTMLElement;
  show: (details: TemplateDetails | undefined) => void;
  close: () => void;
}

/**
 * Creates the panel: versions, each of which can be compared with the draft and restored into it.
 * @param readPreviewRequest the request for the card of the draft
 */
export function createVersionsPanel({
  readDraft,
  readPreviewRequest,
  restore,
}: {
  readDraft: () => Draft;
  readPreviewRequest: () => PreviewRequest | undefined;
  restore: (draft: Draft) => void;
}): VersionsPanel {
  const empty = createElement(
    "p",
    { className: "hint" },
    "Nothing is published yet. A published version never changes, and links to it keep their design.",
  );
  const list = createElement("ul", { className: "items", "aria-label": "Versions" });
  const comparison = createElement("div", { className: "comparison" });
  let closeFunctions: (() => void)[] = [];

  function clearComparison() {
    for (const close of closeFunctions) close();
    closeFunctions = [];
    comparison.replaceChildren();
  }

  function createItem(id: string, { version, createdAt }: TemplateVersion, isCurrent: boolean) {
    const compare = createButton("Compare", `Compare version ${version} with the draft`);
    onClick(compare, () => showComparison(id, version));
    const restoreButton = createButton("Restore", `Restore version ${version} into the draft`);
    onClick(restoreButton, async () => {
      const { data } = await account.getTemplate(id, { version });
      restore(createDraft(data.document, readDraft().version));
      showMessage(`Version ${version} is in the editor. Publish it to use it.`);
    });
    const heading = createElement("p", {}, createElement("strong", {}, `Version ${version}`));
    if (isCurrent) heading.append(" ", createElement("span", { className: "badge" }, "Current"));
    return createElement(
      "li",
      {},
      createElement(
        "div",
        {},
        heading,
        createElement(
          "p",
          { className: "facts" },
          createElement("span", {}, createFragment("published ", createTime(createdAt))),
          createElement("span", {}, createElement("code", {}, `${id}@${version}`)),
        ),
      ),
      createElement("div", { className: "buttons" }, compare, restoreButton),
    );
  }

  async function showComparison(id: string, version: number) {
    const { data } = await account.getTemplate(id, { version });
    clearComparison();
    const [before, draft] = [createDraft(data.document), readDraft()];
    const heading = createElement("h3", { tabIndex: -1 }, `Version ${version} and the draft`);
    comparison.append(heading);
    await showCards(`${id}@${version}`, version);
    for (const [file, language] of [
      ["template.html", "html"],
      ["template.json", "json"],
    ] as const) {
      comparison.append(createElement("h4", {}, file));
      if (before[language] === draft[language]) {
        comparison.append(createElement("p", { className: "hint" }, "Unchanged"));
        continue;
      }
      const diff = createTextDiff({
        label: `${file}, version ${version} and the draft`,
        language,
        before: before[language],
        after: draft[language],
      });
      comparison.append(diff.element);
      closeFunctions.push(diff.close);
    }
    heading.focus();
  }

  async function showCards(name: string, version: number) {
    const request = readPreviewRequest();
    if (!request) {
      const text = "Fix the errors of the draft to compare the cards.";
      comparison.append(createElement("p", { className: "hint" }, text));
      return;
    }
    const { data, options } = request;
    const [before, after] = await Promise.all([
      account.previewTemplate({ template: name, data, options }),
      account.previewTemplate(request),
    ]);
    const slider = createCompareSlider(`Version ${version}`, "Draft");
    slider.show(dataUrlOf(before.data), dataUrlOf(after.data));
    comparison.append(slider.element);
  }

  return {
    element: createElement("div", { className: "versions-panel" }, empty, list, comparison),
    show(details) {
      clearComparison();
      const versions = details?.versions ?? [];
      list.replaceChildren(
        ...versions.map((each) => createItem(details?.id ?? "", each, each.version === details?.version)),
      );
      empty.hidden = versions.length > 0;
      list.hidden = versions.length === 0;
    },
    close: clearComparison,
  };
}

function createButton(label: string, accessibleName: string) {
  const properties = { type: "button", className: "secondary small", "aria-label": accessibleName };
  return createElement("button", properties, label);
}
