import type { TemplateDocument } from "@placard/client";

/** An empty page in the colors of the brand. What is inserted uses its variables, and so fits tall cards, too. */
export const emptyPage: TemplateDocument = {
  template: {
    id: "empty",
    name: "Empty page",
    fields: {},
    palette: { tone: "light" },
  },
  html: `<style>
  main {
    --title: 88px; /* largest size of a title */
    --text: 32px; /* largest size of the texts */
    --label: 28px; /* size of labels */
    --row: row; /* direction of rows */
    --gap: 20px; /* space between elements */
    --top: 64px; /* space at the edges */
    --right: 64px;
    --bottom: 100px; /* X covers the lower left corner with the title of the page */
    --left: 64px;

    display: flex;
    flex-direction: column;
    gap: var(--gap);
    padding: var(--top) var(--right) var(--bottom) var(--left);
    background: var(--ground);
    color: var(--ink);
    font-family: var(--font-body);
    font-size: fit(calc(var(--text) * 0.75), var(--text));
  }
  @container (aspect-ratio <= 1.1) {
    main {
      --title: 120px;
      --text: 44px;
      --label: 38px;
      --row: column;
      --gap: 40px;
      --top: 80px;
      --right: 80px;
      --bottom: 80px;
      --left: 80px;
    }
  }
  @container (aspect-ratio <= 0.65) {
    main {
      --title: 136px;
      --text: 48px;
      --label: 44px;
      --top: 300px; /* stories cover the top and the bottom */
      --right: 64px;
      --bottom: 420px;
      --left: 64px;
    }
  }
  @container (width < 400px) {
    main {
      --title: 32px;
      --text: 14px;
      --label: 12px;
      --gap: 8px;
      --top: 16px;
      --right: 16px;
      --bottom: 16px;
      --left: 16px;
    }
  }
</style>
<main></main>
`,
  assets: {},
};

/** The document of a new template: small, and with one example of everything that most templates need. */
export function createStarter(id: string, name: string): TemplateDocument {
  return {
    template: {
      id,
      name,
      description: "A title with a label",
      fields: {
        title: { type: "string", maxLength: 200, example: "A title that people stop for" },
        label: { type: "string", maxLength: 40, example: "News" },
      },
      required: ["title"],
      palette: { from: ["label"] },
      samples: [
        { name: "Example", data: { title: "A title that people stop for", label: "News" } },
        { name: "Title only", data: { title: "A title that people stop for" } },
      ],
    },
    html: `<style>
  main {
    display: flex;
    flex-direction: column;
    justify-content: space-between;
    padding: 7cqmin;
    background: var(--ground);
    color: var(--ink);
    font-family: var(--font-body);
  }
  h1 {
    font-family: var(--font-heading);
    font-size: fit(40px, 96px);
    font-weight: 800;
    line-height: 1.1;
    line-clamp: 3;
    text-wrap: balance;
  }
  .label {
    align-self: flex-start;
    padding: 8px 20px;
    border-radius: 999px;
    background: var(--chip);
    color: var(--on-chip);
    font-size: 32px;
    font-weight: 600;
  }
  footer {
    display: flex;
    gap: 16px;
    align-items: center;
    color: var(--muted);
    font-size: 32px;
  }
  footer img {
    height: 48px;
  }
</style>
<main>
  <span class="label" if="label">{{label}}</span>
  <h1>{{title}}</h1>
  <footer drop="1">
    <img src="{{brand.logo}}" alt="" if="brand.logo">
    <span if="brand.site">{{brand.site}}</span>
  </footer>
</main>
`,
    assets: {},
  };
}
