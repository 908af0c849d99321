import type { PageCheck, PageProblem } from "@placard/client";
import { CopyRow } from "../components/buttons.tsx";
import { dataUrlOf } from "../components/data-url.ts";
import { formatBytes } from "@placard/contracts/format-bytes";
import { MessageText } from "../components/page.tsx";
import { LinkPreview } from "../link-previews/link-preview.tsx";

/** The result of a check: facts, problems, and what each platform shows. */
export function PageReport({ check }: { check: PageCheck }) {
  const { problems, previews } = check;
  return (
    <div>
      <p class="facts">{describePage(check)}</p>
      {problems.length > 0 && (
        <ul class="page-problems" aria-label="Problems">
          {problems.map((problem) => (
            <Problem problem={problem} />
          ))}
        </ul>
      )}
      {previews.length > 0 && <Previews check={check} />}
    </div>
  );
}

function describePage({ url, durationMs, images }: PageCheck): string {
  const facts = images.map(({ tag, format, width, height, bytes }) => {
    if (bytes === undefined) return `${tag}: not fetched`;
    const size = width !== undefined && `${width}×${height}`;
    return `${tag}: ${[format?.toUpperCase(), size, formatBytes(bytes)].filter(Boolean).join(", ")}`;
  });
  const loaded = durationMs === undefined ? "" : `, loaded in ${durationMs} ms`;
  return [`${url}${loaded}`, ...facts].join(" · ");
}

const severities = { error: "Error", warning: "Warning", hint: "Hint" } as const;

function Problem({ problem: { severity, message, fix, tag, platforms } }: { problem: PageProblem }) {
  return (
    <li class={`card page-problem ${severity}`}>
      <p>
        <span class="badge">{severities[severity]}</span>{" "}
        {platforms && <span class="hint">{platforms.join(", ")}</span>}
      </p>
      <p>
        <strong>
          <MessageText text={message} />
        </strong>
      </p>
      <p>
        <MessageText text={fix} />
      </p>
      {tag !== undefined && <CopyRow text={tag} what="tag" name={`Copy tag ${tag}`} />}
    </li>
  );
}

function Previews({ check }: { check: PageCheck }) {
  return (
    <section aria-labelledby="page-previews-title">
      <h2 id="page-previews-title">Link previews</h2>
      <p class="hint">Approximate, by the rules that each platform documents, or that others report.</p>
      <div class="grid social-previews">
        {check.previews.map(
          ({ platform, card: kind, title = "", description = "", domain, imageUrl, sources }) => {
            const image = imageUrl !== undefined && <PageImage check={check} imageUrl={imageUrl} />;
            return (
              <LinkPreview
                service={platform}
                card={{ kind, image, title, description, domain, address: check.url }}
              >
                <p class="facts">
                  {sources.map((source) => (
                    <a href={source} rel="noreferrer">
                      {nameSource(source)}
                    </a>
                  ))}
                </p>
              </LinkPreview>
            );
          },
        )}
      </div>
    </section>
  );
}

/** The response has only the first image's file: the page's policy permits no images of other servers. */
function PageImage({ check: { image, format, images }, imageUrl }: { check: PageCheck; imageUrl: string }) {
  if (image !== undefined && format !== undefined && images[0]?.url === imageUrl)
    return <img src={dataUrlOf({ image, format })} alt="" />;
  return <div class="image-placeholder">{imageUrl}</div>;
}

/** The host of a page and its name there, such as “api.slack.com: link unfurling”. */
function nameSource(source: string): string {
  const { hostname, pathname } = new URL(source);
  const name = pathname.split("/").findLast(Boolean)?.replaceAll("-", " ");
  return [hostname, name].filter(Boolean).join(": ");
}
