import { previewSizes } from "@placard/templates/samples";
import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { Choice } from "../../components/choice.tsx";
import { formatCount } from "../../components/counts.ts";
import { ErrorText } from "../../components/error-text.tsx";
import { Checkbox } from "../../components/fields.tsx";
import { Fold, MessageText, phonePanel } from "../../components/page.tsx";
import { describeDetails } from "../../card-form/notes.tsx";
import { Warnings } from "../../card-form/warnings.tsx";
import type { DesignTools } from "./editor-page.tsx";
import { PreviewCanvas } from "./preview-canvas.tsx";
import { remarksOn, SizeList } from "./size-list.tsx";
import type { PreviewSize, TemplateEditor } from "./template-editor.ts";

/** What can be shown with the card, and the key that toggles it while the canvas has the focus. */
const views = [
  ["guides", "Safe areas", "G"],
  ["rulers", "Rulers", "R"],
  ["sizes", "All sizes", "S"],
] as const;
type View = (typeof views)[number][0];
const viewsKey = "placard-editor-views"; // of localStorage

/** The live preview of a document: size, the card with element boxes, its warnings, sample data. */
export function PreviewPane({
  editor,
  tools,
  canSelect,
}: {
  editor: TemplateEditor;
  /** Undefined until they are loaded. */
  tools: DesignTools | undefined;
  /** Whether elements are selected on the card. Otherwise, it is shown as it is published. */
  canSelect: boolean;
}) {
  const { size, samples, sample, failure, preview } = editor;
  const warnings = preview.value?.warnings ?? [];
  // A card of an earlier draft may have other elements at the paths of its fixes.
  const design = editor.isCurrent.value ? tools?.design : undefined;
  const fixes = design ? warnings.flatMap(({ fix }) => fix ?? []) : [];
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const zoom = useSignal(0);
  const isDataOpen = useSignal(false);
  const shown = useSignal<Partial<Record<View, boolean>>>(JSON.parse(localStorage.getItem(viewsKey) ?? "{}"));
  const toggle = (view: View) => {
    shown.value = { ...shown.value, [view]: !shown.value[view] };
    localStorage.setItem(viewsKey, JSON.stringify(shown.value));
  };
  const showSize = (next: PreviewSize) => {
    size.value = next;
    void editor.render();
    frame.current?.scrollIntoView({ block: "nearest" });
  };

  function handleKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) {
    const [view] = views.find(([, , letter]) => letter === key.toUpperCase()) ?? [];
    const isOnCanvas = (target as Element).matches("[role='application']");
    if (view && isOnCanvas && !ctrlKey && !metaKey && !altKey) toggle(view);
  }

  return (
    <div
      class={`preview-pane ${failure.value === undefined ? "" : "failed"} ${isDataOpen.value ? "has-data" : ""}`}
      onKeyDown={handleKey}
    >
      <fieldset>
        <legend class="visually-hidden">Size</legend>
        <Choice
          name="editor-size"
          options={previewSizes.map((each) => {
            const pixels = `${each.width} × ${each.height}`;
            return [
              each,
              `${each.name} ${pixels}`,
              <>
                {each.name} <small>{pixels}</small>
              </>,
            ];
          })}
          selected={size.value}
          onSelect={showSize}
        />
      </fieldset>
      <div class="image-frame" ref={frame}>
        <PreviewCanvas
          editor={editor}
          tools={canSelect ? tools : undefined}
          zoom={zoom.value}
          hasGuides={shown.value.guides ?? false}
          hasRulers={shown.value.rulers ?? false}
        />
      </div>
      <div class="preview-status" role="status" aria-live="polite">
        <Status editor={editor} tools={tools} />
      </div>
      {warnings.length > 0 && (
        <Fold title="Warnings" class="narrow-fold" name={phonePanel()}>
          {tools && design && fixes.length > 1 && <tools.FixButton design={design} fixes={fixes} />}
          <Warnings
            warnings={warnings}
            fixOf={({ code, field, fix }) => {
              if (/^(?:low_contrast|image_enlarged)$/.test(code) && field.startsWith("brand/logo/"))
                return <a href="#/brand">Logos of the brand</a>;
              if (!tools || !design) return null;
              if (fix) return <tools.FixButton design={design} fixes={[fix]} />;
              return <tools.SelectButton design={design} field={field} />;
            }}
          />
        </Fold>
      )}
      <Fold title="View" class="narrow-fold" name={phonePanel()}>
        <div class="row view-options">
          <label for={`${id}-zoom`}>Zoom</label>
          <select
            id={`${id}-zoom`}
            value={zoom.value}
            onChange={({ currentTarget }) => (zoom.value = Number(currentTarget.value))}
          >
            <option value={0}>Fit</option>
            {[0.5, 1, 2].map((each) => (
              <option value={each}>{each * 100} %</option>
            ))}
          </select>
          {views.map(([view, label, letter]) => (
            <Checkbox key={view} checked={shown.value[view] ?? false} onChange={() => toggle(view)}>
              <span title={`On the card, the key ${letter} toggles it`}>{label}</span>
            </Checkbox>
          ))}
        </div>
        {shown.value.sizes && <SizeList editor={editor} show={showSize} />}
      </Fold>
      <div class="row sample-choice">
        <label for={`${id}-sample`} title="On the card, the keys [ and ] switch it">
          Data
        </label>
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
      {tools && (
        <details
          name={phonePanel()}
          onToggle={({ currentTarget }) => (isDataOpen.value = currentTarget.open)}
        >
          <summary>Edit this data</summary>
          <tools.SampleForm key={sample.value.name} design={tools.design} />
        </details>
      )}
    </div>
  );
}

function Status({ editor, tools }: Pick<Parameters<typeof PreviewPane>[0], "editor" | "tools">) {
  const { failure, preview, problems } = editor;
  const error = failure.value;
  const problem = problems.value.find(({ severity }) => severity === "error");
  if (problem) {
    const { message } = tools?.design.describe(problem) ?? problem;
    return (
      <p>
        <MessageText text={message} />. Fix the errors to update the card.
      </p>
    );
  }
  const details = describeDetails(error);
  if (details.length > 0) return <p>{details.join(" ")} Until then, the card is as it was before.</p>;
  if (error !== undefined) return typeof error === "string" ? <p>{error}</p> : <ErrorText error={error} />;
  if (!preview.value) return null;
  const { durationMs, warnings } = preview.value;
  const count = warnings.length;
  const remarks = remarksOn(preview.value).map((remark) => ` ${remark}.`);
  return (
    <p>
      {count > 0 && <strong class="problem-status warning">{formatCount(count, "warning")}. </strong>}
      Rendered in {Math.round(durationMs)} ms.{remarks}
    </p>
  );
}
