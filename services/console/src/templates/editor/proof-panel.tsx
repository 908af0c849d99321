import type { ImageWarning, ProofCase, ProofImage, TemplateProof } from "@placard/client";
import { textFitOf } from "@placard/contracts/text-fit-warning";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useAccount } from "../../app/account.ts";
import { useConsole } from "../../app/console.ts";
import { formatCount } from "../../components/counts.ts";
import { dataUrlOf } from "../../components/data-url.ts";
import { Checkbox } from "../../components/fields.tsx";
import { isOfEntry, joinEntries } from "./list-entries.ts";
import { withLabels } from "../../card-form/notes.tsx";
import { Warnings } from "../../card-form/warnings.tsx";
import { SmallButton } from "../../components/small-button.tsx";
import type { Draft } from "../drafts.ts";
import { CompareSlider } from "./compare-slider.tsx";
import type { TemplateEditor } from "./template-editor.ts";

/** How many cards are shown at first: full rows of two on a phone, and of three beside the preview. */
const defaultCount = 6;

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
        such as long texts, missing images and other scripts, in your brand. Nothing is published.
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
  return [text, ...messages.map(withLabels)];
}

function Cases({ proof: { cases } }: { proof: TemplateProof }) {
  const areAllShown = useSignal(false);
  const first = cases.filter(needsLook).toSorted((one, other) => urgencyOf(other) - urgencyOf(one));
  const others = cases.filter((each) => !needsLook(each));
  const warned = others.filter(hasRelevantWarnings);
  const listed = first.length > 0 ? first : warned;
  const shown = areAllShown.value ? [...first, ...others] : listed.slice(0, defaultCount);
  const recent = cases.filter(({ kind }) => kind === "recent");
  return (
    <>
      <Checkbox
        checked={areAllShown.value}
        onChange={({ currentTarget }) => (areAllShown.value = (currentTarget as HTMLInputElement).checked)}
      >
        Show all {formatCount(cases.length, "card")}
      </Checkbox>
      {listed.length === 0 && <p>No card needs a look.</p>}
      {listed === warned && listed.length > 0 && <p>Unchanged cards with warnings: {warned.length}.</p>}
      {shown.length < first.length && (
        <p>
          {shown.length} of {first.length} cards that need a look:
        </p>
      )}
      <ul class="grid proof-cases" aria-label="Cards">
        {shown.map((each) => {
          const name =
            each.kind === "recent" ? `Recent card ${recent.indexOf(each) + 1}` : capitalize(each.name);
          const title = `${name}, ${each.width} × ${each.height}`;
          return <Case key={title} title={title} proofCase={each} />;
        })}
      </ul>
    </>
  );
}

/** Whether something changed or is missing. Entries that the current version lacks, too, are no change. */
function needsLook({ difference, before, after, newWarnings }: ProofCase): boolean {
  if (after === null || newWarnings.length > 0) return true;
  return before ? (difference ?? 0) > 0 : after.warnings.some(isOfEntry);
}

/** Whether texts are missing or hard to read. Cutting unusual ones off, and images without a file, are usual. */
function hasRelevantWarnings({ kind, after }: ProofCase): boolean {
  const isRelevant = (warning: ImageWarning) =>
    kind === "recent" || warning.code === "low_contrast" || textFitOf(warning) === "omitted";
  return after?.warnings.some(isRelevant) ?? false;
}

/** Data that the draft rejects comes first, and then cards with new warnings. */
function urgencyOf({ after, newWarnings }: ProofCase): number {
  return after === null ? 2 : Math.min(newWarnings.length, 1);
}

function Case({ title, proofCase }: { title: string; proofCase: ProofCase }) {
  const { before, after, difference } = proofCase;
  const isComparing = useSignal(false);
  const images = useRef<HTMLDivElement>(null);
  const shown = after ?? before;
  useEffect(() => {
    if (isComparing.value) images.current?.querySelector("input")?.focus();
  }, [isComparing.value]);
  return (
    <li>
      <h2>{title}</h2>
      <div ref={images} class="proof-image">
        {before && after && isComparing.value ? (
          <CompareSlider
            before={{ label: "Current version", src: proofUrl(before) }}
            after={{ label: "Draft", src: proofUrl(after) }}
          />
        ) : (
          shown && <img src={proofUrl(shown)} alt={after ? "Draft" : "Current version"} />
        )}
      </div>
      {after === null && <p class="field-error">The draft rejects this data. This is the current version.</p>}
      {difference !== null && <p class="hint">{describeDifference(difference)}</p>}
      <Warnings label={`Warnings: ${title}`} warnings={joinEntries(after?.warnings ?? [])} />
      {before && after && difference !== 0 && !isComparing.value && (
        <SmallButton label="Compare" name={`Compare: ${title}`} run={() => (isComparing.value = true)} />
      )}
    </li>
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
