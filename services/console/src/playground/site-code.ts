/** A file of a site that signs links to cards. */
export interface SiteFile {
  name: string;
  code: string;
}

/** The card for which a site signs links: its texts are variables. */
export interface SiteCard {
  /** The URL of the server, without a trailing slash. */
  baseUrl: string;
  /** `<template>.<format>` */
  file: string;
  width: number;
  height: number;
  /** The data fields; each is a variable of the page. */
  fields: readonly string[];
  /** Whether some of them are lists, which only short links can have. */
  hasLists: boolean;
  /** The options, which are the same for all pages. */
  options: Readonly<Record<string, string>>;
}

/** The frameworks and file types, in their order. */
export const frameworks = {
  nextjs: "Next.js",
  astro: "Astro",
  sveltekit: "SvelteKit",
  html: "HTML by Node",
} as const;

export type Framework = keyof typeof frameworks;

/** The function that signs a link; docs/signed-links.md has it, too. */
export const signingFunction = `\
function placardLink(secret, file, parameters) {
  const encode = (text) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => \`%\${c.charCodeAt(0).toString(16).toUpperCase()}\`);
  const names = Object.keys(parameters).filter((name) => (parameters[name] ?? "") !== "");
  const pairs = names
    .sort()
    .map((name) => \`\${encode(name)}=\${encode(parameters[name])}\`)
    .join("&");
  const mac = createHmac("sha256", secret).update(\`placard-link-v1\\n\${file}\\n\${pairs}\`);
  return \`/og/sign/\${file}?\${pairs}&sig=\${mac.digest("base64url")}\`;
}
`;

/** The function for cards with lists, which is called in the same way: it signs short links. */
function shortSigningFunction({ options }: SiteCard): string {
  const isNumber = (name: string) => /^(?:width|height|scale|quality|maxBytes)$/.test(name);
  const typed = Object.entries(options).map(([name, value]) => [
    name,
    isNumber(name) ? Number(value) : value,
  ]);
  return `\
function placardLink(secret, file, { kid, ...data }) {
  const [template, format] = file.split(".");
  const content = [kid, template, data, ${JSON.stringify(Object.fromEntries(typed))}];
  const isGiven = (value) => (value ?? "") !== "";
  const json = JSON.stringify(content, (name, value) =>
    Array.isArray(value) ? value.filter(isGiven) : isGiven(value) ? value : undefined,
  );
  const payload = Buffer.from(json).toString("base64url");
  const mac = createHmac("sha256", secret).update(\`placard-link-v2\\n\${payload}.\${format}\`);
  return \`/og/s/\${payload}.\${mac.digest("base64url")}.\${format}\`;
}
`;
}

/** The files with which a site signs a link for each page. They need no package. */
export function siteCode(framework: Framework, card: SiteCard): SiteFile[] {
  const { signer, files } = generators[framework](card);
  const signed = card.hasLists ? shortSigningFunction(card) : signingFunction;
  const signing = `import { createHmac } from "node:crypto";\n\nexport ${signed}`;
  return [{ name: signer, code: signing }, ...files];
}

const generators: Record<Framework, (card: SiteCard) => { signer: string; files: SiteFile[] }> = {
  nextjs: (card) => ({
    signer: "placard-link.js",
    files: [
      {
        name: "app/posts/[slug]/page.tsx",
        code: `\
import type { Metadata } from "next";
import { placardLink } from "@/placard-link";

type Props = { params: Promise<{ slug: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const post = await loadPost((await params).slug);
  const { PLACARD_KEY_ID, PLACARD_SECRET } = process.env;
  const link = placardLink(PLACARD_SECRET, "${card.file}", {
${parametersOf(card, "    ")}
  });
  const image = { url: \`${card.baseUrl}\${link}\`, width: ${card.width}, height: ${card.height}, alt: ${titleOf(card)} };
  return { title: ${titleOf(card)}, openGraph: { images: [image] } };
}
`,
      },
    ],
  }),

  astro: (card) => ({
    signer: "src/placard-link.js",
    files: [
      {
        name: "src/layouts/Post.astro",
        code: `\
---
import { placardLink } from "../placard-link.js";

const post = Astro.props;
const { PLACARD_KEY_ID, PLACARD_SECRET } = import.meta.env;
const link = placardLink(PLACARD_SECRET, "${card.file}", {
${parametersOf(card, "  ")}
});
---

<meta property="og:image" content={\`${card.baseUrl}\${link}\`} />
<meta property="og:image:alt" content={${titleOf(card)}} />
${sizeTags(card)}
`,
      },
    ],
  }),

  sveltekit: (card) => ({
    signer: "src/lib/server/placard-link.js",
    files: [
      {
        name: "src/routes/posts/[slug]/+page.server.js",
        code: `\
import { PLACARD_KEY_ID, PLACARD_SECRET } from "$env/static/private";
import { placardLink } from "$lib/server/placard-link.js";

export async function load({ params }) {
  const post = await loadPost(params.slug);
  const link = placardLink(PLACARD_SECRET, "${card.file}", {
${parametersOf(card, "    ")}
  });
  return { post, card: \`${card.baseUrl}\${link}\` };
}
`,
      },
      {
        name: "src/routes/posts/[slug]/+page.svelte",
        code: `\
<script>
  let { data } = $props();
</script>

<svelte:head>
  <meta property="og:image" content={data.card} />
  <meta property="og:image:alt" content={data.${titleOf(card)}} />
${sizeTags(card).replaceAll(/^/gm, "  ")}
</svelte:head>
`,
      },
    ],
  }),

  html: (card) => ({
    signer: "placard-link.js",
    files: [
      {
        name: "page.js",
        code: `\
import { placardLink } from "./placard-link.js";

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

export function metaTags(post) {
  const { PLACARD_KEY_ID, PLACARD_SECRET } = process.env;
  const link = placardLink(PLACARD_SECRET, "${card.file}", {
${parametersOf(card, "    ")}
  });
  return \`
<meta property="og:image" content="\${escape(\`${card.baseUrl}\${link}\`)}" />
<meta property="og:image:alt" content="\${escape(${titleOf(card)})}" />
${sizeTags(card)}\`;
}
`,
      },
    ],
  }),
};

function parametersOf({ fields, options, hasLists }: SiteCard, indentation: string) {
  const parameters = [
    ...fields.map((name) => `${name}: post.${name},`),
    ...Object.entries(hasLists ? {} : options).map(([name, value]) => `${name}: ${JSON.stringify(value)},`),
    "kid: PLACARD_KEY_ID,",
  ];
  return parameters.map((line) => indentation + line).join("\n");
}

/** The variable with the title of a page. */
function titleOf({ fields }: SiteCard) {
  return `post.${["title", "name"].find((name) => fields.includes(name)) ?? fields[0] ?? "title"}`;
}

function sizeTags({ width, height }: SiteCard) {
  return `\
<meta property="og:image:width" content="${width}" />
<meta property="og:image:height" content="${height}" />
<meta name="twitter:card" content="summary_large_image" />`;
}
