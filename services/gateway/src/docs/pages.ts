import { details, html, Html } from "./html.ts";
import { referencePage, type Site } from "./site.ts";

/** The content of `/docs`. */
export function overview({ guideGroups }: Site): Html {
  const card = (path: string, title: string, summary: string) =>
    html`<li class="card">
      <a href="./${path}"><strong>${title}</strong></a>
      <span>${summary}</span>
    </li>`;
  const { path: reference, title: referenceTitle, summary: referenceSummary } = referencePage;
  return html`<article class="overview">
    <h1>Placard documentation</h1>
    <p>
      Placard renders Open Graph images: the pictures that social networks and messengers show when somebody
      shares a link.
    </p>
    <ul>
      <li>
        <strong>To design cards,</strong> read the <a href="./docs/quick-start">quick start</a>, then
        <a href="./docs/editor">design a card without code</a>.
      </li>
      <li>
        <strong>To add cards to a site,</strong> let Placard <a href="./docs/sites">read its pages</a>, or use
        a <a href="./docs/recipes">recipe</a> for your framework. Programs use the
        <a href="./${reference}">API</a>.
      </li>
      <li><strong>To run Placard on a server,</strong> read <a href="./docs/go-live">go live</a>.</li>
    </ul>
    ${guideGroups.map(
      ({ title, guides }) =>
        html`<h2>${title}</h2>
          <ul class="grid guides">
            ${guides.map((guide) => card(`docs/${guide.slug}`, guide.title, guide.summary))}
            ${title === "API" && card(reference, referenceTitle, referenceSummary)}
          </ul>`,
    )}
  </article>`;
}

/** The content of a guide's page: title, list of headings, text, and links to the next guides. */
export function guidePage(slug: string, { guideGroups }: Site): Html {
  const guides = guideGroups.flatMap((group) => group.guides);
  const index = guides.findIndex((each) => each.slug === slug);
  const [previous, guide, next] = [guides[index - 1], guides[index]!, guides[index + 1]];
  const headings = guide.sections.filter(({ level }) => level === 2 || level === 3);
  const links = headings.map(
    ({ id, level, title }) => html`<li class="level-${level}"><a href="#${id}">${title}</a></li>`,
  );
  return html`<article class="guide">
    <h1>${guide.title}</h1>
    ${
      headings.length > 2 &&
      html`<nav class="toc" aria-label="On this page">
        ${details(
          "On this page",
          html`<ul>
            ${links}
          </ul>`,
        )}
      </nav>`
    }
    <div class="text">${new Html(guide.html)}</div>
    <nav class="neighbors" aria-label="Next and previous guides">
      ${previous && html`<a rel="prev" href="${previous.slug}">← ${previous.title}</a>`}
      ${next && html`<a rel="next" href="${next.slug}">${next.title} →</a>`}
    </nav>
  </article>`;
}
