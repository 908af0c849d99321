import type { GuideGroup } from "./guides.ts";
import { html, type Html } from "./html.ts";
import type { OperationGroup } from "./listed-operation.ts";
import { referencePath } from "./page.ts";

/**
 * The content of `/docs`. The operations are also the targets of links to `/docs#operationId`, which lead to the API
 * reference.
 */
export function overview(
  guideGroups: readonly GuideGroup[],
  operationGroups: readonly OperationGroup[],
): Html {
  return html`<article class="overview">
    <h1>Placard documentation</h1>
    <p>
      Placard renders Open Graph images from templates and data, and keeps their links working. Start with the
      <a href="./docs/quick-start">quick start</a>, or go to the
      <a href="./${referencePath}">API reference</a>.
    </p>
    ${guideGroups.map(
      ({ title, guides }) =>
        html`<h2>${title}</h2>
          <ul class="guides">
            ${guides.map(({ slug, title: guideTitle, summary }) => card(`docs/${slug}`, guideTitle, summary))}
            ${
              title === "API" &&
              card(referencePath, "API reference", "All operations with their fields, examples and errors.")
            }
          </ul>`,
    )}
    <h2 id="operations">API operations</h2>
    <p>
      The <a href="./${referencePath}">API reference</a> describes each operation with its fields, examples
      and errors. It is also available as <a href="./api/v1/openapi.json">OpenAPI 3.1</a>.
    </p>
    ${operationGroups.map(
      ({ title, operations }) =>
        html`<h3>${title}</h3>
          <ul class="operation-list">
            ${operations.map(
              ({ method, path, operation }) =>
                html`<li id="${operation.operationId}">
                  <a href="./${referencePath}#${operation.operationId}">${operation.summary}</a>
                  <span class="method ${method}">${method}</span> <code>${path}</code>
                </li>`,
            )}
          </ul>`,
    )}
  </article>`;
}

function card(path: string, title: string, summary: string): Html {
  return html`<li>
    <a href="./${path}"><strong>${title}</strong></a>
    <span>${summary}</span>
  </li>`;
}
