/**
 * A guide: a Markdown file that the gateway serves at `/docs/<slug>`.
 * @typedef {object} ListedGuide
 * @property {string} file relative to the root of the repository
 * @property {string} summary one sentence for the overview
 * @property {string} [title] default: the first heading of the file
 */

/** @param {ListedGuide} guide */
export const slugOf = ({ file }) => file.replace("/README.md", ".md").replace(/^.*\/|\.md$/g, "");

/**
 * All guides in the order of the sidebar.
 * @type {{ title: string, guides: ListedGuide[] }[]}
 */
export const guideGroups = [
  {
    title: "Guides",
    guides: [
      { file: "docs/quick-start.md", summary: "From an account to a card on your page in five minutes." },
      {
        file: "docs/built-in-templates.md",
        summary: "The templates that come with Placard, with their cards and fields.",
      },
      { file: "docs/editor.md", summary: "Design your own cards with the mouse, in the console." },
      {
        file: "docs/template-publishing.md",
        summary: "Drafts, comments of others, versions, and importing HTML.",
      },
      { file: "docs/brands.md", summary: "Your colors, logo and fonts on every card." },
      {
        file: "docs/sites.md",
        summary: "Cards for all pages, from their titles and descriptions, with one tag.",
      },
      {
        file: "docs/check.md",
        summary: "What social networks and messengers show of a page, and what is wrong with it.",
      },
      {
        file: "docs/remote-images.md",
        summary: "Images from other websites on cards, and what warnings mean.",
      },
    ],
  },
  {
    title: "Code",
    guides: [
      {
        file: "docs/templates.md",
        summary: "Write a design in HTML and CSS.",
      },
      {
        file: "docs/template-files.md",
        summary: "Templates in your own editor, in git and in CI, and converting a card.",
      },
      { file: "docs/template-examples.md", summary: "Five complete templates with their cards." },
      {
        file: "docs/template-properties.md",
        summary: "All CSS properties with their values, and what is not supported.",
      },
      {
        file: "docs/signed-links.md",
        summary: "Create image URLs in your site's code, without a request to Placard.",
      },
      {
        file: "docs/recipes.md",
        summary: "Next.js, Astro, Eleventy, SvelteKit, Hugo, WordPress, and rendering in CI.",
      },
      {
        file: "packages/client/README.md",
        title: "TypeScript client",
        summary: "A typed client with retries, signed links, and a preview server for templates.",
      },
      {
        file: "packages/engine/README.md",
        title: "Rendering library",
        summary: "Render cards in a build script or on the command line, without a server.",
      },
      { file: "docs/webhooks.md", summary: "Signed requests to your server when something happens." },
      { file: "docs/mcp.md", summary: "Let an assistant design cards, look at them and publish them." },
    ],
  },
  {
    title: "Account",
    guides: [
      {
        file: "docs/accounts.md",
        summary: "Sign-up, passkeys, recovery, API keys and scopes, export and deletion.",
      },
      { file: "docs/limits.md", summary: "Rate limits, quotas, and how to see your usage." },
    ],
  },
  {
    title: "API",
    guides: [
      {
        file: "docs/api.md",
        title: "API basics",
        summary: "Authentication, options, caching, batches, pagination and errors.",
      },
      { file: "docs/account-api.md", summary: "Endpoints of accounts, passkey ceremonies, and recovery." },
    ],
  },
  {
    title: "Operation",
    guides: [
      {
        file: "docs/go-live.md",
        summary: "Install Placard on a server: domain, HTTPS, accounts, mail, backups, upgrades.",
      },
      { file: "docs/configuration.md", summary: "All environment variables." },
      {
        file: "docs/operations.md",
        summary: "Deployment, monitoring, sizing, backups, upgrades and runbooks.",
      },
      {
        file: "docs/scaling.md",
        summary: "What to add first, what one Redis server carries, and sizing examples.",
      },
      { file: "docs/security.md", summary: "What Placard protects, and how." },
      { file: "docs/architecture.md", summary: "Processes, queues, storage and code." },
      { file: "docs/guarantees.md", summary: "What you can rely on, and how it is achieved." },
      { file: "docs/redis-keys.md", summary: "The keys in Redis, their formats and lifetimes." },
      { file: "docs/support.md", summary: "Versions of Node.js, Redis and operating systems." },
    ],
  },
];
