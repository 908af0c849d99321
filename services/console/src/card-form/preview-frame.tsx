import { safeAreasOf, type CardRect } from "@placard/templates/safe-areas";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { SmallButton } from "../components/small-button.tsx";
import { formatCount } from "../components/counts.ts";
import { dataUrlOf } from "../components/data-url.ts";
import { ErrorText } from "../components/error-text.tsx";
import { Checkbox } from "../components/fields.tsx";
import { focusTitle } from "../components/focus.ts";
import { formatBytes } from "@placard/contracts/format-bytes";
import { Warnings } from "./warnings.tsx";
import { titleOf, type RenderedCard } from "./card-data.ts";
import type { CardForm, RenderResult } from "./card-form.ts";
import { limitsOf } from "./file-limits.ts";
import { formatLabel, OutputFields } from "./output-fields.tsx";

/**
 * The rendered card with its status, warnings and facts. Its frame has the same size for all images, so
 * nothing moves. The previous image stays visible while the next one is rendered.
 * @param id unique on the page
 * @param children shown below the image
 * @param results shown below them
 */
export function PreviewFrame({
  id,
  form,
  children,
  results,
}: {
  id: string;
  form: CardForm;
  children: ComponentChildren;
  results: ComponentChildren;
}) {
  const areSafeAreasShown = useSignal(false);
  const result = form.rendered.value;
  const hasFailed = form.error.value !== undefined;
  const safeAreas = areSafeAreasShown.value && result ? safeAreasOf(result.card) : undefined;
  const coveringNames = safeAreas?.map(({ name }) => name).join(" and ");
  return (
    <div class="preview-column">
      <section class="preview" aria-labelledby={`${id}-preview-title`}>
        <h2 id={`${id}-preview-title`} class="visually-hidden">
          Preview
        </h2>
        <OutputFields id={id} form={form} />
        <div
          class={hasFailed ? "image-frame failed" : "image-frame"}
          aria-busy={form.isRendering.value ? "true" : "false"}
        >
          {result ? (
            <PreviewImage result={result}>
              {safeAreas?.map(({ name, covered }) =>
                covered.map((area) => (
                  <div style={placeArea(area)}>
                    <span>{name}</span>
                  </div>
                )),
              )}
            </PreviewImage>
          ) : (
            <div class="preview-card empty" />
          )}
        </div>
      </section>
      <div class="preview-details">
        <div class="row preview-info">
          <div
            class={hasFailed ? "preview-status failed" : "preview-status"}
            role="status"
            aria-live="polite"
          >
            <Status form={form} />
          </div>
          <Checkbox
            aria-describedby={`${id}-safe-area-hint`}
            onChange={() => (areSafeAreasShown.value = !areSafeAreasShown.value)}
          >
            Show safe area
          </Checkbox>
          <p id={`${id}-safe-area-hint`} class="hint">
            {safeAreas &&
              (coveringNames
                ? `${coveringNames} may draw over the hatched parts. Keep text out of them.`
                : "No platform draws over images of this shape.")}
          </p>
          {/* All of them: the fields that some are about may be out of sight. */}
          <Warnings warnings={hasFailed ? [] : (result?.card.warnings ?? [])} />
          {form.fix.value && <FixButton label={form.fix.value.label} onFix={form.applyFix} />}
          <dl class="preview-facts">
            {result &&
              factsOf(result).map(([name, value]) => (
                <div>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
        </div>
        {children}
      </div>
      {results && <div class="results">{results}</div>}
    </div>
  );
}

function FixButton({ label, onFix }: { label: string; onFix: () => void }) {
  function fix() {
    onFix();
    focusTitle(); // the button disappears
  }
  return <SmallButton label={label} run={fix} />;
}

function PreviewImage({ result, children }: { result: RenderResult; children: ComponentChildren }) {
  const { card, request } = result;
  const { width, height } = card;
  const title = titleOf(request.data).replaceAll("\n", " ");
  return (
    // In a frame of the ratio, an image of this shape has the width of the frame.
    <div
      class="preview-card"
      style={{ aspectRatio: `${width} / ${height}`, "--ratio": String(width / height) }}
    >
      <img
        class="preview-image"
        src={dataUrlOf(card)}
        width={width}
        height={height}
        alt={`Image “${title}”, ${width} by ${height} pixels`}
      />
      <div class="safe-areas" aria-hidden="true">
        {children}
      </div>
    </div>
  );
}

/** The styles that place a part of a card over its picture. */
export function placeArea({ x, y, width, height }: CardRect) {
  const percent = (value: number) => `${value * 100}%`;
  return { left: percent(x), top: percent(y), width: percent(width), height: percent(height) };
}

function Status({ form }: { form: CardForm }) {
  if (form.isAboutFields.value) return <p>The image was not rendered. Fix the marked fields.</p>;
  if (form.error.value !== undefined) return <ErrorText error={form.error.value} />;
  if (!form.rendered.value) return null;
  const { length } = form.rendered.value.card.warnings;
  return <p>{length === 0 ? "Up to date." : `Up to date, with ${formatCount(length, "warning")}.`}</p>;
}

function factsOf({ card, durationMs }: RenderResult): readonly (readonly [name: string, value: string])[] {
  const { width, height, format, quality }: RenderedCard = card;
  const { bytes, accepting, refusing } = limitsOf(card);
  const facts = [
    ["Dimensions", `${width} × ${height}`],
    ["Format", formatLabel(format) + (quality === undefined ? "" : `, quality ${quality}`)],
    ["File size", formatBytes(bytes)],
    ["Rendered in", `${Math.round(durationMs)} ms`],
    ["Accepted by", accepting.map(({ name }) => name).join(", ")],
    ["Too large for", refusing.map(({ name, maxBytes }) => `${name} (${formatBytes(maxBytes)})`).join(", ")],
  ] as const;
  return facts.filter(([, value]) => value);
}
