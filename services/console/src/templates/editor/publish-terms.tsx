import type { TemplateDetails } from "@placard/client";
import { Warnings } from "../../card-form/warnings.tsx";
import { ErrorText } from "../../components/error-text.tsx";
import { SmallButton } from "../../components/small-button.tsx";
import type { SampleWarnings } from "./template-editor.ts";

/** What the publication of a template changes, and the warnings of its cards. */
export function PublishTerms({
  id,
  published,
  newer,
  checked,
  show,
  openProof,
}: {
  id: string;
  /** The version that is replaced. */
  published: TemplateDetails | undefined;
  /** Its number, if it was published after the draft was created. */
  newer: number | undefined;
  /** The warnings, or why the cards could not be rendered. */
  checked: PromiseSettledResult<readonly SampleWarnings[]>;
  /** Shows the card with some data, at the first one of the sizes. */
  show: (card: SampleWarnings) => void;
  /** Closes the dialog, and opens the proof of unusual data. */
  openProof: () => void;
}) {
  const warnings = checked.status === "fulfilled" ? checked.value : [];
  return (
    <>
      {checked.status === "rejected" && (
        <>
          <p>The cards could not be rendered now, so their warnings are not known.</p>
          <ErrorText error={checked.reason} />
        </>
      )}
      {warnings.map((card) => {
        const { name = "Shown data", sizes, warnings: found } = card;
        const title = `${name} (${sizes.map((size) => size.name).join(", ")})`;
        return (
          <>
            <h3>{title}</h3>
            <Warnings warnings={found} label={`Warnings: ${title}`} />
            <SmallButton label="Show this card" name={`Show this card: ${title}`} run={() => show(card)} />
          </>
        );
      })}
      {published && (
        <p>
          New cards with the template <code>{id}</code> get this design, version {published.version + 1}.
          Images that exist keep theirs, and so do links that name a version.
        </p>
      )}
      {newer !== undefined && (
        <p>
          <strong>Version {newer} was published after you began this draft.</strong> What it changed is not in
          the draft. To keep it, cancel, and compare the draft with it under <b>Versions</b>.
        </p>
      )}
      <p class="hint">
        Long texts, other languages and missing images were not checked.{" "}
        <SmallButton label="Check them in Proof" run={openProof} />
      </p>
    </>
  );
}
