import { Loaded, useLoaded } from "../../components/loaded.tsx";
import type { Draft } from "../drafts.ts";

const files = ["html", "json"] as const;

/** What this draft changes in the one of another tab or device. */
export function OtherDraft({ other, draft }: { other: Draft | undefined; draft: Draft }) {
  const diff = useLoaded("the comparison", () => import("./text-diff.tsx"));
  if (!other) return <p class="hint">The other draft was published or discarded.</p>;
  const changed = files.filter((file) => other[file] !== draft[file]);
  return (
    <section class="comparison" aria-label="The other draft and this one">
      {changed.length === 0 && <p class="hint">Only the files in assets/ differ.</p>}
      {changed.map((file) => (
        <>
          <h3>template.{file}, from the other draft to this one</h3>
          <Loaded from={diff}>
            {({ TextDiff }) => (
              <TextDiff
                label={`template.${file}, the other draft and this one`}
                language={file}
                before={other[file]}
                after={draft[file]}
              />
            )}
          </Loaded>
        </>
      ))}
    </section>
  );
}
