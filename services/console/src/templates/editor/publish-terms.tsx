import type { TemplateDetails } from "@placard/client";
import { Warnings } from "../../card-form/warnings.tsx";
import { formatCount } from "../../components/counts.ts";
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
}: {
  id: string;
  /** The version that is replaced. */
  published: TemplateDetails | undefined;
  /** Its number, if it was published after the draft was created. */
  newer: number | undefined;
  /** The warnings, or why the cards could not be rendered. */
  checked: PromiseSettledResult<readonly SampleWarnings[]>;
  /** Shows the card with a sample. */
  show: (sample: string) => void;
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
      {warnings.map(({ name, warnings: found }) => (
        <>
          <p>
            <strong>
              {name === undefined ? "The card" : `The card with “${name}”`} has{" "}
              {formatCount(found.length, "warning")}.
            </strong>
          </p>
          <Warnings warnings={found} label={`Warnings with ${name ?? "the shown data"}`} />
          {name !== undefined && (
            <SmallButton label="Show this card" name={`Show this card: “${name}”`} run={() => show(name)} />
          )}
        </>
      ))}
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
    </>
  );
}
