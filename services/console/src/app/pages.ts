/** A page of the account. */
interface PageEntry {
  /** The heading, and the title of the window. */
  title: string;
  /** The name in the navigation, if it is not the title. */
  menu?: string;
  /** The page under which it is in the navigation. */
  under?: string;
}

/** The pages of the account by their name in the address, in the order of the navigation. */
const entries = {
  playground: { title: "Playground" },
  templates: { title: "Templates" },
  images: { title: "Images" },
  brand: { title: "Brand" },
  sites: { title: "Sites" },
  check: { title: "Check a page" },
  keys: { title: "API keys", menu: "API" },
  "signing-keys": { title: "Signing keys", under: "keys" },
  webhooks: { title: "Webhooks", under: "keys" },
  account: { title: "Account" },
  passkeys: { title: "Passkeys", under: "account" },
  sessions: { title: "Sessions", under: "account" },
} as const satisfies Record<string, PageEntry>;

export type PageName = keyof typeof entries;

export const pages: Readonly<Record<PageName, PageEntry>> = entries;

/** The heading for an address without a page. */
export const notFoundTitle = "Page not found";

const pageNames = Object.keys(entries) as PageName[];

/** The pages in the navigation. Others are below one of them. */
export const mainPages = pageNames.filter((name) => pages[name].under === undefined);

/** The page of the navigation that a page belongs to. */
export function mainPageOf(name: PageName): PageName {
  return (pages[name].under ?? name) as PageName;
}

/** The pages below the same page of the navigation, that page first. */
export function pagesBeside(name: PageName): PageName[] {
  return pageNames.filter((each) => mainPageOf(each) === mainPageOf(name));
}

/** @returns the page with this name; the first one without a name */
export function findPage(name: string): PageName | undefined {
  return pageNames.find((each) => name === "" || each === name);
}
