import type { TemplateDetails, TemplateDocument } from "@placard/client";
import { listRejectedRequestsOf } from "@placard/templates/rejected-requests";
import { Warnings } from "../../card-form/warnings.tsx";
import { formatCount } from "../../components/counts.ts";
import { ErrorText } from "../../components/error-text.tsx";
import { SmallButton } from "../../components/small-button.tsx";
import type { SampleWarnings } from "./template-editor.ts";

/** What the publication of a template changes, and the warnings of its cards. */
export function PublishTerms({
  id,
  document,
  published,
  newer,
  checked,
  show,
}: {
  id: string;
  document: TemplateDocument;
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
  const rejected = published ? listRejectedRequestsOf(published.document.template, document.template) : [];
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
      {rejected.length > 0 && (
        <>
          <p>The new version rejects these requests and signed links with 400, also those that exist:</p>
          <ul>
            {rejected.map((text) => (
              <li>{text}</li>
            ))}
          </ul>
          <p>
            To avoid this, keep the old fields, or name the version in your links first:{" "}
            <code>
              {id}@{published?.version}
            </code>
            .{" "}
            <a href="docs/template-publishing#change-the-fields-of-a-published-template">
              Change the fields of a published template
            </a>
          </p>
        </>
      )}
    </>
  );
}
