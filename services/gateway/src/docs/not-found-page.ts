import { html, type Html } from "./html.ts";
import { rootOf } from "./page.ts";

/** Longer paths are cut on the page. In UTF-16 code units; paths are percent-encoded. */
const maxPathLength = 200;

/**
 * The content of the page for a path that does not exist. `nearest` is the path of the page that was probably meant. Both are below
 * the base URL.
 */
export function notFoundPage(path: string, nearest: string | undefined): Html {
  const root = rootOf(path);
  const shown = path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path;
  return html`<article>
    <h1>Page not found</h1>
    <p>There is no page at <code>/${shown}</code>.</p>
    ${
      nearest === undefined
        ? html`<p>Search the documentation, or start with the <a href="${root}docs">overview</a>.</p>`
        : html`<p>Did you mean <a href="${root}${nearest}">/${nearest}</a>?</p>`
    }
  </article>`;
}
