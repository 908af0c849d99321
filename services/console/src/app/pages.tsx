import type { ComponentType } from "preact";
import { AccountPage } from "../account/account-page.tsx";
import { BrandPage } from "../brand/brand-page.tsx";
import { ImagesPage } from "../images/images-page.tsx";
import { PageCheckPage } from "../page-check/page-check-page.tsx";
import { PasskeysPage } from "../passkeys/passkeys-page.tsx";
import { PlaygroundPage } from "../playground/playground-page.tsx";
import { ApiKeysPage } from "../secrets/api-keys-page.tsx";
import { SigningKeysPage } from "../secrets/signing-keys-page.tsx";
import { SessionsPage } from "../sessions/sessions-page.tsx";
import { SitesPage } from "../sites/sites-page.tsx";
import { TemplatesPage } from "../templates/templates-page.tsx";
import { WebhooksPage } from "../webhooks/webhooks-page.tsx";

/** A page of the account. `rest` is the part of the address after the page's name. */
export interface PageEntry {
  /** In the navigation, and in the title of the window. */
  title: string;
  component: ComponentType<{ rest: string }>;
}

/** The pages by their name in the address, in the order of the navigation. */
export const pages = {
  playground: { title: "Playground", component: PlaygroundPage },
  templates: { title: "Templates", component: TemplatesPage },
  images: { title: "Images", component: ImagesPage },
  check: { title: "Check a page", component: PageCheckPage },
  brand: { title: "Brand", component: BrandPage },
  sites: { title: "Sites", component: SitesPage },
  keys: { title: "API keys", component: ApiKeysPage },
  "signing-keys": { title: "Signing keys", component: SigningKeysPage },
  webhooks: { title: "Webhooks", component: WebhooksPage },
  passkeys: { title: "Passkeys", component: PasskeysPage },
  sessions: { title: "Sessions", component: SessionsPage },
  account: { title: "Account", component: AccountPage },
} as const satisfies Record<string, PageEntry>;

export type PageName = keyof typeof pages;

export const pageNames = Object.keys(pages) as PageName[];

/** @returns the page with this name, by default the first one */
export function findPage(name: string): PageName {
  return pageNames.find((each) => each === name) ?? pageNames[0]!;
}
