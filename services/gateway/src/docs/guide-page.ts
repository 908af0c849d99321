import type { Guide, GuideGroup } from "./guides.ts";
import { Html, html } from "./html.ts";
import type { OperationGroup } from "./listed-operation.ts";

/** The content of a guide's page: its title, a list of its headings, its text, and links to the guides beside it. */
export function guidePage(
  { slug, title, sections, html: content }: Guide,
  guideGroups: readonly GuideGroup[],
  operationGroups: readonly OperationGroup[],
): Html {
  const headings = sections.filter(({ level }) => level === 2 || level === 3);
  const guides = guideGroups.flatMap((group) => group.guides);
  const index = guides.findIndex((guide) => guide.slug === slug);
  const [previous, next] = [guides[index - 1], guides[index + 1]];
  return html`<article class="guide">
    <h1>${title}</h1>
    ${
      headings.length > 2 &&
      html`<nav class="toc" aria-label="On this page">
        <details>
          <summary>On this page</summary>
          <ul>
            ${headings.map(({ id, level, title: heading }) => html`<li class="level-${level}"><a href="#${id}">${heading}</a></li>`)}
          </ul>
        </details>
      </nav>`
    }
    <div class="text">${new Html(linkOperations(content, operationGroups))}</div>
    <nav class="neighbors" aria-label="Next and previous guides">
      ${previous && html`<a rel="prev" href="${previous.slug}">← ${previous.title}</a>`}
      ${next && html`<a rel="next" href="${next.slug}">${next.title} →</a>`}
    </nav>
  </article>`;
}

/** Links paths such as “POST `/keys`” to their operations. `/api/v1` may be left out. */
function linkOperations(content: string, groups: readonly OperationGroup[]): string {
  const ids = new Map(
    groups
      .flatMap(({ operations }) => operations)
      .map(({ method, path, operation }) => [keyOf(method, path), operation.operationId]),
  );
  return content.replace(
    /<a\b.*?<\/a>|(?:<code>)?\b(GET|POST|PUT|PATCH|DELETE) (?:<code>)?(\/[\w/.:<>&;{}-]+?)(?:[\s?][^<]*)?<\/code>/gs,
    (found: string, method?: string, path = "") => {
      const id = ids.get(keyOf(method ?? "", path)) ?? ids.get(keyOf(method ?? "", `/api/v1${path}`));
      return id === undefined ? found : `<a href="reference#${id}">${found}</a>`;
    },
  );
}

/** Parameters are `:id`, `{id}` or `<id>`. */
function keyOf(method: string, path: string): string {
  const parameters = /:\w+|\{\w+\}|&lt;\w+&gt;/g;
  return `${method.toUpperCase()} ${path.replace(parameters, "*")}`;
}
