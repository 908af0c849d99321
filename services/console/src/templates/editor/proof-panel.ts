import type { ProofCase, ProofImage, TemplateDocument, TemplateProof } from "@placard/client";
import { load } from "../../actions.ts";
import { createElement } from "../../elements.ts";
import { accountWithoutTimeout } from "../../session.ts";
import { createCompareSlider } from "./compare-slider.ts";

/** The comparison of a draft with the current version, with recent and unusual data. */
export interface ProofPanel {
  element: HTMLElement;
  /** Says that the draft is not the one that was compared. */
  showOutdated: () => void;
  close: () => void;
}

/** Creates the panel. */
export function createProofPanel({
  id,
  readDocument,
  onError,
}: {
  /** The template. */
  id: string;
  /** Returns undefined if the draft has errors. */
  readDocument: () => TemplateDocument | undefined;
  /** Returns whether it has shown the error. */
  onError: (error: unknown) => boolean;
}): ProofPanel {
  let current: AbortController | undefined;
  let proof: TemplateProof | undefined;
  const start = createElement("button", { type: "button", className: "secondary" }, "Run proof");
  const status = createElement("div", { className: "proof-status", role: "status", "aria-live": "polite" });
  const onlyChanged = createElement("input", { type: "checkbox", defaultChecked: true });
  const filter = createElement(
    "label",
    { className: "checkbox", hidden: true },
    onlyChanged,
    createElement("span", {}, "Only cards that changed or have new warnings"),
  );
  const list = createElement("ul", { className: "proof-cases", "aria-label": "Cards" });
  onlyChanged.addEventListener("change", showCases);
  start.addEventListener("click", () => void load(run));

  async function run() {
    const document = readDocument();
    if (!document) return showStatus("Fix the errors of the draft first.");
    current?.abort();
    const { signal } = (current = new AbortController());
    element.ariaBusy = "true";
    showStatus("Rendering the cards. This takes up to a minute.");
    try {
      const { data } = await accountWithoutTimeout.proofTemplate(id, document, { signal });
      showProof(data);
    } catch (error) {
      if (signal.aborted) return;
      showStatus("The cards were not rendered.");
      if (!onError(error)) throw error;
    } finally {
      if (!signal.aborted) element.ariaBusy = "false";
    }
  }

  function showProof(next: TemplateProof) {
    proof = next;
    const { cases, changed, messages } = next.summary;
    const text =
      next.version === null
        ? `${cases} cards were rendered.`
        : `${cases} cards were rendered and compared with version ${next.version}: ${changed === 0 ? "none" : changed} changed.`;
    showStatus(text, ...messages);
    filter.hidden = next.version === null;
    onlyChanged.checked = next.version !== null;
    showCases();
  }

  function showCases() {
    const cases = proof?.cases ?? [];
    const shown = onlyChanged.checked ? cases.filter(isChanged) : cases;
    list.replaceChildren(...shown.map(createCase));
  }

  function showStatus(...texts: readonly string[]) {
    status.replaceChildren(...texts.map((text) => createElement("p", {}, text)));
  }

  const element = createElement(
    "div",
    { className: "proof-panel" },
    createElement(
      "p",
      { className: "hint" },
      "Renders the draft beside the current version: with the data of your last 50 cards, and with unusual data such as long texts, missing images and other scripts. Nothing is published.",
    ),
    start,
    status,
    filter,
    list,
  );

  return {
    element,
    showOutdated() {
      if (!proof) return;
      proof = undefined;
      filter.hidden = true;
      list.replaceChildren();
      showStatus("The draft has changed. Run the proof again.");
    },
    close: () => current?.abort(),
  };
}

function isChanged({ difference, after, newWarnings }: ProofCase): boolean {
  return difference === null || difference > 0 || after === null || newWarnings.length > 0;
}

function createCase({ name, kind, width, height, before, after, difference, newWarnings }: ProofCase) {
  const title = `${kind === "recent" ? `Card ${name.slice(0, 8)}` : capitalize(name)}, ${width} × ${height}`;
  const figures = createElement(
    "div",
    { className: "proof-images" },
    before ? createFigure("Current version", before, title) : false,
    after
      ? createFigure("Draft", after, title)
      : createElement("p", { className: "field-error" }, "The draft rejects this data."),
  );
  const item = createElement(
    "li",
    {},
    createElement("h3", {}, title),
    figures,
    difference !== null && createElement("p", { className: "hint" }, describeDifference(difference)),
    newWarnings.length > 0 &&
      createElement(
        "ul",
        { className: "warnings", "aria-label": `New warnings: ${title}` },
        ...newWarnings.map(({ field, message }) =>
          createElement("li", {}, createElement("strong", {}, `${field}: `), message),
        ),
      ),
  );
  if (before && after && difference !== 0) item.append(createCompareButton(title, figures, before, after));
  return item;
}

/** Creates the button that puts the two cards on top of each other. */
function createCompareButton(title: string, figures: HTMLElement, before: ProofImage, after: ProofImage) {
  const properties = { type: "button", className: "secondary small", "aria-label": `Compare: ${title}` };
  const button = createElement("button", properties, "Compare");
  button.addEventListener("click", () => {
    const slider = createCompareSlider("Current version", "Draft");
    slider.show(toDataUrl(before), toDataUrl(after));
    figures.replaceChildren(slider.element);
    button.remove();
    slider.element.querySelector("input")?.focus();
  });
  return button;
}

function createFigure(label: string, drawing: ProofImage, title: string) {
  return createElement(
    "figure",
    {},
    createElement("img", { src: toDataUrl(drawing), alt: `${title}, ${label.toLowerCase()}` }),
    createElement("figcaption", { className: "hint" }, label),
  );
}

function describeDifference(share: number): string {
  if (share === 0) return "No visible difference";
  const percent = share * 100;
  return `${percent < 0.1 ? "Less than 0.1" : percent.toFixed(1)} % of the pixels differ`;
}

function toDataUrl({ image }: ProofImage): string {
  return `data:image/webp;base64,${image}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
