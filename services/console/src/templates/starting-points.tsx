import type { TemplateDocument } from "@placard/client";
import { SampleCard } from "./sample-card.tsx";
import { samplesOf } from "@placard/templates/samples";

/** A choice of the documents that a new template can start from, as cards. Its field is `start`. */
export function StartingPoints({ documents }: { documents: readonly TemplateDocument[] }) {
  return (
    <fieldset class="starting-points">
      <legend>Start from</legend>
      <div class="grid">
        {documents.map((document, i) => {
          const { id, name } = document.template as { id: string; name: string };
          return (
            <label key={id}>
              <input type="radio" name="start" value={id} defaultChecked={i === 0} />
              <span class="card-frame">
                <SampleCard
                  request={() => ({ ...document, data: samplesOf(document.template)[0]?.data ?? {} })}
                />
              </span>
              <span>{name}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
