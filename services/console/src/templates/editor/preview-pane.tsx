import type { ElementBox } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useId, useMemo } from "preact/hooks";
import { Choice } from "../../components/choice.tsx";
import { formatCount } from "../../components/counts.ts";
import { dataUrlOf } from "../../components/data-url.ts";
import { ErrorText } from "../../components/error-text.tsx";
import { Warnings } from "../../components/warnings.tsx";
import { findSourceElement, parseSourceElements } from "./source-elements.ts";
import { previewSizes, type TemplateEditor } from "./template-editor.ts";

/** The live preview of a document: size, sample data, the card with element boxes, warnings. */
export function PreviewPane({
  editor,
  goTo,
}: {
  editor: TemplateEditor;
  /** Moves the cursor to an offset in template.html. */
  goTo: (offset: number) => void;
}) {
  const { size, samples, sample, failure, isRendering } = editor;
  const preview = editor.preview.value;
  const selected = useSignal<NamedBox | undefined>(undefined);
  const boxes = useMemo(() => (preview ? nameBoxes(preview.boxes, preview.html) : []), [preview]);
  const id = useId();

  const boxAt = ({ offsetX, offsetY, currentTarget }: MouseEvent) => {
    const { naturalWidth, clientWidth } = currentTarget as HTMLImageElement;
    const scale = naturalWidth / clientWidth;
    return findBox(boxes, offsetX * scale, offsetY * scale);
  };
  const goToBox = (box: NamedBox | undefined) => {
    if (box?.offset !== undefined) goTo(box.offset);
  };

  return (
    <div class={`preview-pane ${failure.value === undefined ? "" : "failed"}`}>
      <fieldset>
        <legend class="visually-hidden">Size</legend>
        <Choice
          name="editor-size"
          options={previewSizes.map((each) => [each, `${each.name} ${each.width} × ${each.height}`])}
          selected={size.value}
          onSelect={(next) => {
            size.value = next;
            void editor.render();
          }}
        />
      </fieldset>
      <div class="image-frame">
        <div
          class="preview-canvas"
          aria-busy={isRendering.value}
          onPointerLeave={() => (selected.value = undefined)}
        >
          {preview && (
            <img
              src={dataUrlOf(preview)}
              width={preview.width}
              height={preview.height}
              alt="Preview of the template"
              onPointerMove={(event) => (selected.value = boxAt(event))}
              onClick={(event) => goToBox(boxAt(event))}
            />
          )}
          {preview && selected.value && <Highlight box={selected.value} card={preview} />}
        </div>
      </div>
      <div class="preview-status" role="status" aria-live="polite">
        <Status editor={editor} />
      </div>
      <Warnings warnings={preview?.warnings ?? []} />
      <div class="sample-choice">
        <label for={`${id}-sample`}>Sample</label>
        <select
          id={`${id}-sample`}
          value={sample.value.name}
          onChange={({ currentTarget }) => editor.chooseSample(currentTarget.value)}
        >
          {samples.value.map(({ name }) => (
            <option value={name}>{name}</option>
          ))}
        </select>
      </div>
      <details>
        <summary>Edit the sample data</summary>
        <DataField key={sample.value.name} editor={editor} />
      </details>
      <details>
        <summary>Elements and their boxes</summary>
        <ul class="element-list">
          {boxes.map((box) => (
            <li>
              <button
                type="button"
                class="plain"
                onFocus={() => (selected.value = box)}
                onPointerEnter={() => (selected.value = box)}
                onBlur={() => (selected.value = undefined)}
                onPointerLeave={() => (selected.value = undefined)}
                onClick={() => goToBox(box)}
              >
                {describeBox(box)}
              </button>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function Status({ editor: { failure, preview } }: { editor: TemplateEditor }) {
  const error = failure.value;
  if (error !== undefined) return typeof error === "string" ? <p>{error}</p> : <ErrorText error={error} />;
  if (!preview.value) return null;
  const { durationMs, warnings } = preview.value;
  const note =
    warnings.length === 0 ? "" : ` ${formatCount(warnings.length, "warning")}: see below the card.`;
  return (
    <p>
      Rendered in {Math.round(durationMs)} ms.{note}
    </p>
  );
}

/** The data of the sample as JSON. The card is rendered with it while it is valid. */
function DataField({ editor }: { editor: TemplateEditor }) {
  const { editedData, sample } = editor;
  /** What was entered, which may not be valid. */
  const text = useSignal<string | undefined>(undefined);
  const id = useId();
  const value = text.value ?? editedData.value ?? JSON.stringify(sample.value.data, null, 2);
  const error = text.value === undefined ? "" : jsonError(text.value);
  return (
    <>
      <label for={id}>Data as JSON</label>
      <textarea
        id={id}
        rows={8}
        spellcheck={false}
        aria-describedby={`${id}-error`}
        aria-invalid={error ? "true" : undefined}
        value={value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          if (jsonError(currentTarget.value)) return;
          editedData.value = currentTarget.value;
          void editor.render();
        }}
      />
      <p id={`${id}-error`} class="field-error">
        {error}
      </p>
    </>
  );
}

function jsonError(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function Highlight({ box, card }: { box: NamedBox; card: { width: number; height: number } }) {
  const percent = (value: number, of: number) => `${(value / of) * 100}%`;
  return (
    <div
      class={`element-box ${box.y < card.height / 10 ? "label-inside" : ""}`}
      aria-hidden="true"
      style={{
        left: percent(box.x, card.width),
        top: percent(box.y, card.height),
        width: percent(box.width, card.width),
        height: percent(box.height, card.height),
      }}
    >
      <span>{describeBox(box)}</span>
    </div>
  );
}

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
