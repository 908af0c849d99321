import type { TemplateDocument } from "@placard/client";

/** An empty page in the colors of the brand. What is inserted uses its variables, and fits tall cards. */
export const emptyPage: TemplateDocument = {
  template: {
    id: "empty",
    name: "Empty page",
    fields: {},
    palette: { tone: "light" },
  },
  html: `<style>
  main {
    /* 1cqmin is 1 % of the shorter side of the card: 6.3px at 1200 × 630 */
    --title: 14cqmin; /* largest size of a title */
    --text: max(11px, 5cqmin); /* largest size of the texts */
    --label: max(11px, 4.4cqmin); /* size of labels */
    --photo: 0px; /* height of photos in columns, for which texts become smaller */
    --row: row; /* direction of rows */
    --gap: 3.2cqmin; /* space between elements */
    --top: 11.4cqmin; /* space at the edges */
    --right: 11.4cqmin;
    --bottom: 15cqmin; /* X covers the lower 14 % with the title of the page */
    --left: 11.4cqmin;

    display: flex;
    flex-direction: column;
    gap: var(--gap);
    padding: var(--top) var(--right) var(--bottom) var(--left);
    background: var(--ground);
    color: var(--ink);
    font-family: var(--font-body);
    font-size: fit(max(11px, calc(var(--text) * 0.65)), var(--text));
    overflow-wrap: break-word;
    hyphens: auto;
    text-wrap: pretty;
  }
  @container (aspect-ratio <= 1.1) {
    main {
      --title: 11cqmin;
      --text: max(11px, 4.3cqmin);
      --label: max(11px, 3.75cqmin);
      --photo: 28cqmin;
      --row: column;
      --gap: 3cqmin;
      --top: 7cqmin;
      --right: 7cqmin;
      --bottom: 7cqmin;
      --left: 7cqmin;
    }
  }
  @container (aspect-ratio <= 0.65) {
    main {
      --title: 10cqmin;
      --text: max(11px, 4.5cqmin);
      --label: max(11px, 4cqmin);
      --photo: 22cqmin;
      --top: 16cqh; /* stories cover the top and the bottom */
      --right: 6cqmin;
      --bottom: 22cqh;
      --left: 6cqmin;
    }
  }
  @container (aspect-ratio > 2.6) {
    main {
      --text: max(11px, 6.5cqmin);
      --label: max(11px, 5.6cqmin);
    }
  }
  @container (height < 260px) {
    main {
      --gap: 2.4cqmin;
      --top: 7cqmin;
      --right: 7cqmin;
      --left: 7cqmin;
    }
  }
</style>
<main></main>
`,
  assets: {},
};
