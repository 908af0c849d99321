import type { ProofCase, ProofImage, TemplateProof } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useAccount } from "../../app/account.ts";
import { useConsole } from "../../app/console.ts";
import { dataUrlOf } from "../../components/data-url.ts";
import { Checkbox } from "../../components/fields.tsx";
import { Warnings } from "../../components/warnings.tsx";
import type { Draft } from "../drafts.ts";
import { CompareSlider } from "./compare-slider.tsx";
import type { TemplateEditor } from "./template-editor.ts";

/** The comparison of a draft with the current version, with recent and unusual data. */
export function ProofPanel({ editor }: { editor: TemplateEditor }) {
  const { actions } = useConsole();
  const { apiWithoutTimeout } = useAccount();
  const result = useSignal<{ proof: TemplateProof; draft: Draft } | undefined>(undefined);
  const status = useSignal("");
  const isBusy = useSignal(false);
  const current = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  async function run() {
    const document = editor.validDocument();
    if (!document) {
      status.value = "Fix the errors of the draft first.";
      return;
    }
    const draft = editor.draft.value;
    current.current?.abort();
    const { signal } = (current.current = new AbortController());
    result.value = undefined;
    isBusy.value = true;
    status.value = "Rendering the cards. This takes up to a minute.";
    try {
      const { data } = await apiWithoutTimeout.proofTemplate(editor.id, document, { signal });
      result.value = { proof: data, draft };
      status.value = "";
    } catch (error) {
      if (signal.aborted) return;
      status.value = "The cards were not rendered.";
      if (!editor.showProblemsOf(error)) actions.report(error);
    } finally {
      if (!signal.aborted) isBusy.value = false;
    }
  }

  const isOutdated = result.value !== undefined && result.value.draft !== editor.draft.value;
  const proof = isOutdated ? undefined : result.value?.proof;
  const texts = isOutdated
    ? ["The draft has changed. Run the proof again."]
    : [status.value, ...(proof ? describeProof(proof) : [])];
  return (
    <div class="proof-panel" aria-busy={isBusy.value}>
      <p class="hint">
        Compares the draft with the current version on the data of your last 50 cards, and on unusual data
        such as long texts, missing images and other scripts. Nothing is published.
      </p>
      <button type="button" class="secondary" onClick={() => void run()}>
        Run proof
      </button>
      <div class="proof-status" role="status" aria-live="polite">
        {texts.map((text) => text && <p>{text}</p>)}
      </div>
      {proof && <Cases proof={proof} />}
    </div>
  );
}

function describeProof({ version, summary: { cases, changed, messages } }: TemplateProof): string[] {
  const text =
    version === null
      ? `${cases} cards were rendered.`
      : `${cases} cards were rendered and compared with version ${version}: ${changed === 0 ? "none" : changed} changed.`;
  return [text, ...messages];
}

function Cases({ proof: { version, cases } }: { proof: TemplateProof }) {
  const isFiltered = useSignal(version !== null);
  const shown = isFiltered.value ? cases.filter(isChanged) : cases;
  return (
    <>
      {version !== null && (
        <Checkbox
          checked={isFiltered.value}
          onChange={({ currentTarget }) => (isFiltered.value = (currentTarget as HTMLInputElement).checked)}
        >
          Only cards that changed or have new warnings
        </Checkbox>
      )}
      <ul class="proof-cases" aria-label="Cards">
        {shown.map((each) => (
          <Case key={each.name} proofCase={each} />
        ))}
      </ul>
    </>
  );
}

function isChanged({ difference, after, newWarnings }: ProofCase): boolean {
  return difference === null || difference > 0 || after === null || newWarnings.length > 0;
}

function Case({ proofCase }: { proofCase: ProofCase }) {
  const { name, kind, width, height, before, after, difference, newWarnings } = proofCase;
  const title = `${kind === "recent" ? `Card ${name.slice(0, 8)}` : capitalize(name)}, ${width} × ${height}`;
  const isComparing = useSignal(false);
  const images = useRef<HTMLDivElement>(null);
  const canCompare = before && after && difference !== 0;
  useEffect(() => {
    if (isComparing.value) images.current?.querySelector("input")?.focus();
  }, [isComparing.value]);
  return (
    <li>
      <h3>{title}</h3>
      <div ref={images} class="proof-images">
        {canCompare && isComparing.value ? (
          <CompareSlider
            before={{ label: "Current version", src: proofUrl(before) }}
            after={{ label: "Draft", src: proofUrl(after) }}
          />
        ) : (
          <>
            {before && <Figure label="Current version" image={before} title={title} />}
            {after ? (
              <Figure label="Draft" image={after} title={title} />
            ) : (
              <p class="field-error">The draft rejects this data.</p>
            )}
          </>
        )}
      </div>
      {difference !== null && <p class="hint">{describeDifference(difference)}</p>}
      <Warnings label={`New warnings: ${title}`} warnings={newWarnings} />
      {canCompare && !isComparing.value && (
        <button
          type="button"
          class="secondary small"
          aria-label={`Compare: ${title}`}
          onClick={() => (isComparing.value = true)}
        >
          Compare
        </button>
      )}
    </li>
  );
}

function Figure({ label, image, title }: { label: string; image: ProofImage; title: string }) {
  return (
    <figure>
      <img src={proofUrl(image)} alt={`${title}, ${label.toLowerCase()}`} />
      <figcaption class="hint">{label}</figcaption>
    </figure>
  );
}

function describeDifference(share: number): string {
  if (share === 0) return "No visible difference";
  const percent = share * 100;
  return `${percent < 0.1 ? "Less than 0.1" : percent.toFixed(1)} % of the pixels differ`;
}

const proofUrl = ({ image }: ProofImage) => dataUrlOf({ image, format: "webp" });

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
