import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useAccount } from "../../app/account.ts";
import { useConsole } from "../../app/console.ts";
import { ActionButton } from "../../components/buttons.tsx";
import { dataUrlOf } from "../../components/data-url.ts";
import { downloadText } from "../../components/download.ts";
import { Item } from "../../components/list.tsx";
import { Loaded, useLoaded } from "../../components/loaded.tsx";
import { Time } from "../../components/time.tsx";
import { createDraft, type Draft } from "../drafts.ts";
import { CompareSlider } from "./compare-slider.tsx";
import type { TemplateEditor } from "./template-editor.ts";

/** A version next to the draft. */
interface Comparison {
  version: number;
  before: Draft;
  after: Draft;
  /** The two cards as data URLs; undefined if the draft has errors. */
  cards: readonly [before: string, after: string] | undefined;
}

const files = [
  ["html", "text/html"],
  ["json", "application/json"],
] as const;

/**
 * The published versions, each of which can be compared with the draft and restored into it. The files of the
 * draft can be downloaded.
 */
export function VersionsPanel({ editor }: { editor: TemplateEditor }) {
  const { messages } = useConsole();
  const { api } = useAccount();
  const { id } = editor;
  const details = editor.details.value;
  const comparison = useSignal<Comparison | undefined>(undefined);
  useEffect(() => {
    comparison.value = undefined;
  }, [details]);

  async function compare(version: number) {
    const { data } = await api.getTemplate(id, { version });
    const cards = await renderCards(version);
    comparison.value = { version, before: createDraft(data.document), after: editor.draft.value, cards };
  }

  async function renderCards(version: number) {
    const document = editor.validDocument();
    if (!document) return undefined;
    const request = editor.previewRequest();
    const [before, after] = await Promise.all([
      api.previewTemplate({ template: `${id}@${version}`, ...request }),
      api.previewTemplate({ ...document, ...request }),
    ]);
    return [dataUrlOf(before.data), dataUrlOf(after.data)] as const;
  }

  async function restoreVersion(version: number) {
    const { data } = await api.getTemplate(id, { version });
    editor.change(createDraft(data.document));
    messages.show(`Version ${version} is in the editor. Publish it to use it.`);
  }

  const versions = details?.versions ?? [];
  return (
    <div class="versions-panel">
      {versions.length === 0 ? (
        <p class="hint">
          Nothing is published yet. A published version never changes, and links to it keep their design.
        </p>
      ) : (
        <ul class="items" aria-label="Versions">
          {versions.map(({ version, createdAt }) => (
            <Item
              key={version}
              title={`Version ${version}`}
              badge={version === details?.version ? "Current" : undefined}
              facts={[
                <Time event="published" at={createdAt} />,
                <code>
                  {id}@{version}
                </code>,
              ]}
              actions={[
                {
                  label: "Compare",
                  name: `Compare version ${version} with the draft`,
                  run: () => compare(version),
                },
                {
                  label: "Restore",
                  name: `Restore version ${version} into the draft`,
                  run: () => restoreVersion(version),
                },
              ]}
            />
          ))}
        </ul>
      )}
      <div class="row">
        {files.map(([file, type]) => (
          <ActionButton
            look="secondary small"
            // One file for each click: browsers ask before a page downloads several.
            onAction={async () => downloadText(`template.${file}`, type, editor.draft.value[file])}
          >
            Download template.{file}
          </ActionButton>
        ))}
      </div>
      {comparison.value && <ComparisonView {...comparison.value} />}
    </div>
  );
}

function ComparisonView({ version, before, after, cards }: Comparison) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [version, before]);
  const diff = useLoaded("the comparison", () => import("./text-diff.tsx"));
  return (
    <div class="comparison">
      <h3 ref={heading} tabIndex={-1}>
        Version {version} and the draft
      </h3>
      {cards ? (
        <CompareSlider
          before={{ label: `Version ${version}`, src: cards[0] }}
          after={{ label: "Draft", src: cards[1] }}
        />
      ) : (
        <p class="hint">Fix the errors of the draft to compare the cards.</p>
      )}
      {files.map(([language]) => (
        <>
          <h4>template.{language}</h4>
          {before[language] === after[language] ? (
            <p class="hint">Unchanged</p>
          ) : (
            <Loaded from={diff}>
              {({ TextDiff }) => (
                <TextDiff
                  label={`template.${language}, version ${version} and the draft`}
                  language={language}
                  before={before[language]}
                  after={after[language]}
                />
              )}
            </Loaded>
          )}
        </>
      ))}
    </div>
  );
}
