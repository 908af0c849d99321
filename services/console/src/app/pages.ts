/** The pages of the account by their name in the address, in the order of the navigation. */
export const pages = {
  playground: { title: "Playground" },
  templates: { title: "Templates" },
  images: { title: "Images" },
  check: { title: "Check a page" },
  brand: { title: "Brand" },
  sites: { title: "Sites" },
  keys: { title: "API keys" },
  "signing-keys": { title: "Signing keys" },
  webhooks: { title: "Webhooks" },
  passkeys: { title: "Passkeys" },
  sessions: { title: "Sessions" },
  account: { title: "Account" },
} as const;

export type PageName = keyof typeof pages;

export const pageNames = Object.keys(pages) as PageName[];

/** @returns the page with this name, by default the first one */
export function findPage(name: string): PageName {
  return pageNames.find((each) => each === name) ?? pageNames[0]!;
}
