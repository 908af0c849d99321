import type { ElementBox, TemplateDocument, TemplatePreview } from "@placard/client";
import { dataUrlOf } from "../../data-url.ts";
import { createElement } from "../../elements.ts";
import { describeError } from "../../message.ts";
import { accountWithoutDialogs } from "../../session.ts";
import { samplesOf, type Sample } from "../samples.ts";
import { findSourceElement, parseSourceElements } from "./source-elements.ts";

const sizes = [
  ["Link", 1200, 630],
  ["Square", 1080, 1080],
  ["Story", 1080, 1920],
] as const;

/** The live preview of a document. */
export interface PreviewPane {
  element: HTMLElement;
  /** Renders a document without errors, and cancels the request before. */
  render: (document: TemplateDocument) => Promise<void>;
  /** Says why the card is not current. */
  showOutdated: (text: string) => void;
  /** The request for another document or version with the same data and size. */
  currentRequest: () => {
    data: Readonly<Record<string, unknown>>;
    options: { width: number; height: number };
  };
  close: () => void;
}

/** Creates the preview: size, sample data, the card with the boxes of its elements, and warnings. */
export function createPreviewPane({
  onRequestChange,
  goTo,
}: {
  /** Called after the user has chosen another size or other data. */
  onRequestChange: () => void;
  /** Moves the cursor to an offset in template.html. */
  goTo: (offset: number) => void;
}): PreviewPane {
  let size: (typeof sizes)[number] = sizes[0];
  let samples: Sample[] = [];
  let editedData: Readonly<Record<string, unknown>> | undefined;
  let boxes: readonly NamedBox[] = [];
  let current: AbortController | undefined;

  const sizeChoices = sizes.map((each, index) => {
    const [name, width, height] = each;
    const input = createElement("input", { type: "radio", name: "editor-size", checked: index === 0 });
    input.addEventListener("change", () => {
      size = each;
      onRequestChange();
    });
    return createElement("label", {}, input, createElement("span", {}, `${name} ${width} × ${height}`));
  });
  const sampleSelect = createElement("select", { id: "editor-sample" });
  const dataText = createElement("textarea", {
    id: "editor-data",
    rows: 8,
    spellcheck: false,
    "aria-describedby": "editor-data-error",
  });
  const dataError = createElement("p", { id: "editor-data-error", className: "field-error" });
  const image = createElement("img", { alt: "Preview of the template", hidden: true });
  const highlight = createElement("div", { className: "element-box", hidden: true, ariaHidden: "true" });
  const highlightLabel = createElement("span", {});
  highlight.append(highlightLabel);
  const canvas = createElement("div", { className: "preview-canvas" }, image, highlight);
  const status = createElement("div", { className: "preview-status", role: "status", "aria-live": "polite" });
  const warnings = createElement("ul", { className: "warnings", "aria-label": "Warnings" });
  const elementList = createElement("ul", { className: "element-list" });

  sampleSelect.addEventListener("change", () => {
    showSampleData();
    onRequestChange();
  });
  dataText.addEventListener("input", () => {
    try {
      editedData = JSON.parse(dataText.value) as Record<string, unknown>;
      showDataError("");
      onRequestChange();
    } catch (error) {
      showDataError(error instanceof Error ? error.message : String(error));
    }
  });
  image.addEventListener("pointermove", ({ offsetX, offsetY }) => {
    const scale = image.naturalWidth / image.clientWidth;
    showBox(findBox(boxes, offsetX * scale, offsetY * scale));
  });
  image.addEventListener("click", ({ offsetX, offsetY }) => {
    const scale = image.naturalWidth / image.clientWidth;
    goToBox(findBox(boxes, offsetX * scale, offsetY * scale));
  });
  canvas.addEventListener("pointerleave", () => showBox(undefined));

  function goToBox(box: NamedBox | undefined) {
    if (box?.offset !== undefined) goTo(box.offset);
  }

  function showDataError(text: string) {
    dataError.textContent = text;
    if (text) dataText.setAttribute("aria-invalid", "true");
    else dataText.removeAttribute("aria-invalid");
  }

  function showSampleData() {
    editedData = undefined;
    showDataError("");
    dataText.value = JSON.stringify(currentSample()?.data ?? {}, null, 2);
  }

  function currentSample() {
    return samples[Math.max(sampleSelect.selectedIndex, 0)];
  }

  function updateSamples(template: Readonly<Record<string, unknown>>) {
    const selected = currentSample()?.name;
    const before = JSON.stringify(currentSample()?.data);
    samples = samplesOf(template);
    sampleSelect.replaceChildren(...samples.map(({ name }) => createElement("option", {}, name)));
    sampleSelect.selectedIndex = Math.max(
      samples.findIndex(({ name }) => name === selected),
      0,
    );
    if (!editedData && JSON.stringify(currentSample()?.data) !== before) showSampleData();
  }

  function currentRequest() {
    const [, width, height] = size;
    return { data: editedData ?? currentSample()?.data ?? {}, options: { width, height } };
  }

  function showBox(box: NamedBox | undefined) {
    highlight.hidden = box === undefined || image.hidden;
    if (!box) return;
    const percent = (value: number, of: number) => `${(value / of) * 100}%`;
    Object.assign(highlight.style, {
      left: percent(box.x, image.naturalWidth),
      top: percent(box.y, image.naturalHeight),
      width: percent(box.width, image.naturalWidth),
      height: percent(box.height, image.naturalHeight),
    });
    highlightLabel.textContent = describeBox(box);
    highlight.classList.toggle("label-inside", box.y < image.naturalHeight / 10);
  }

  function showPreview(
    { image: base64, format, width, height, ...preview }: TemplatePreview,
    html: string,
    durationMs: number,
  ) {
    image.src = dataUrlOf({ image: base64, format });
    image.width = width;
    image.height = height;
    image.hidden = false;
    boxes = nameBoxes(preview.boxes, html);
    showBox(undefined);
    warnings.replaceChildren(
      ...preview.warnings.map(({ field, message }) =>
        createElement("li", {}, createElement("strong", {}, `${field}: `), message),
      ),
    );
    elementList.replaceChildren(...boxes.map(createElementItem));
    const count = preview.warnings.length;
    const note =
      count === 0 ? "" : ` ${count === 1 ? "1 warning" : `${count} warnings`}: see below the card.`;
    showStatus([createElement("p", {}, `Rendered in ${Math.round(durationMs)} ms.${note}`)], false);
  }

  function createElementItem(box: NamedBox) {
    const button = createElement("button", { type: "button", className: "plain" }, describeBox(box));
    for (const type of ["focus", "pointerenter"]) button.addEventListener(type, () => showBox(box));
    button.addEventListener("click", () => goToBox(box));
    for (const type of ["blur", "pointerleave"]) button.addEventListener(type, () => showBox(undefined));
    return createElement("li", {}, button);
  }

  function showStatus(paragraphs: readonly HTMLElement[], isFailed: boolean) {
    canvas.ariaBusy = "false";
    element.classList.toggle("failed", isFailed);
    status.replaceChildren(...paragraphs);
  }

  const element = createElement(
    "div",
    { className: "preview-pane" },
    createElement(
      "fieldset",
      {},
      createElement("legend", { className: "visually-hidden" }, "Size"),
      createElement("div", { className: "segments" }, ...sizeChoices),
    ),
    createElement("div", { className: "image-frame" }, canvas),
    status,
    warnings,
    createElement(
      "div",
      { className: "sample-choice" },
      createElement("label", { htmlFor: "editor-sample" }, "Sample"),
      sampleSelect,
    ),
    createElement(
      "details",
      {},
      createElement("summary", {}, "Edit the sample data"),
      createElement("label", { htmlFor: "editor-data" }, "Data as JSON"),
      dataText,
      dataError,
    ),
    createElement("details", {}, createElement("summary", {}, "Elements and their boxes"), elementList),
  );

  return {
    element,
    async render(document) {
      current?.abort();
      const { signal } = (current = new AbortController());
      updateSamples(document.template);
      canvas.ariaBusy = "true";
      const startedAt = performance.now();
      try {
        const request = { ...document, ...currentRequest() };
        const { data } = await accountWithoutDialogs.previewTemplate(request, { signal });
        showPreview(data, document.html, performance.now() - startedAt);
      } catch (error) {
        if (!signal.aborted) showStatus(describeError(error), true);
      }
    },
    showOutdated(text) {
      current?.abort();
      showStatus([createElement("p", {}, text)], true);
    },
    currentRequest,
    close: () => current?.abort(),
  };
}

/** A box with its element in the source. */
interface NamedBox extends ElementBox {
  name: string;
  offset: number | undefined;
}

function nameBoxes(boxes: readonly ElementBox[], html: string): NamedBox[] {
  const root = parseSourceElements(html);
  return boxes.map((box) => {
    const element = findSourceElement(root, box.path);
    return { ...box, name: element?.name ?? box.path, offset: element?.offset };
  });
}

/** The smallest box at a point. */
function findBox(boxes: readonly NamedBox[], x: number, y: number): NamedBox | undefined {
  return boxes
    .filter((box) => x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height)
    .toSorted((a, b) => a.width * a.height - b.width * b.height)[0];
}

function describeBox({ name, width, height }: NamedBox): string {
  return `${name} · ${Math.round(width)} × ${Math.round(height)}`;
}
