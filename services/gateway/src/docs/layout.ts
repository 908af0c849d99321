import { html, type Html } from "./html.ts";
import { referencePage, type OperationGroup, type Site } from "./site.ts";

export interface Page {
  /** The path below the base URL, such as `docs/recipes`. */
  path: string;
  title: string;
  /** One sentence for search engines. */
  summary: string;
  main: (site: Site) => Html;
}

/**
 * A page of the documentation. Without JavaScript, only the search and the copy buttons are missing. All
 * addresses are relative, because the base URL may have a path.
 */
export function renderPage({ path, title, summary, main }: Page, site: Site): string {
  const { files } = site;
  const root = rootOf(path);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${summary}" />
        <title>${title} · Placard</title>
        <link rel="icon" href="${root}${files.icon}" type="image/svg+xml" />
        <link rel="stylesheet" href="${root}${files.styles}" />
        <script type="module" src="${root}${files.script}"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header>
          <button class="menu secondary" type="button" popovertarget="contents">Menu</button>
          <a class="home" href="${root}" aria-label="Placard"
            ><img src="${root}${files.icon}" alt="" width="32" height="32" /><span class="brand"
              >Placard</span
            ></a
          >
          <a class="purpose" href="${root}docs">Docs</a>
          <search id="search"></search>
          <a class="console-link" href="${root}">Console</a>
        </header>
        <div class="layout">
          <nav id="contents" popover aria-label="Documentation">${navigation(path, site)}</nav>
          <main id="main">${main(site)}</main>
        </div>
      </body>
    </html> `.source;
}

/** The prefix of addresses on a page: the base URL, relative to the page. */
function rootOf(path: string): string {
  const depth = path.split("/").length - 1;
  return depth === 0 ? "./" : "../".repeat(depth);
}

function navigation(path: string, { guideGroups, operationGroups }: Site): Html {
  const root = rootOf(path);
  const link = (target: string, title: string) =>
    html`<a href="${root}${target}" ${target === path && html`aria-current="page"`}>${title}</a>`;
  const groups = guideGroups.map(
    ({ title, guides }) =>
      html`<p class="group">${title}</p>
        <ul>
          ${guides.map((guide) => html`<li>${link(`docs/${guide.slug}`, guide.title)}</li>`)}
          ${title === "API" && html`<li>${link(referencePage.path, referencePage.title)}</li>`}
        </ul> `,
  );
  return html`<div class="menu-bar">
      <a href="${root}">Console</a>
      <button class="secondary" type="button" popovertarget="contents" popovertargetaction="hide">
        Close
      </button>
    </div>
    <ul>
      <li>${link("docs", "Overview")}</li>
    </ul>
    ${groups} ${path === referencePage.path && operationLinks(operationGroups)}`;
}

function operationLinks(groups: readonly OperationGroup[]): Html {
  return html`<p class="group">On this page</p>
    <div class="operations">
      ${groups.map(
        ({ name, title, operations }) =>
          html`<p><a href="#group-${name}">${title}</a></p>
            <ul>
              ${operations.map(
                ({ method, operationId, summary }) =>
                  html`<li>
                    <a href="#${operationId}"
                      ><span>${summary}</span> <span class="method ${method}">${method}</span></a
                    >
                  </li>`,
              )}
            </ul>`,
      )}
      <ul>
        <li><a href="#errors">Errors</a></li>
        <li><a href="#schemas">Schemas</a></li>
      </ul>
    </div>`;
}
