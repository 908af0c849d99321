import type { ComponentType } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { AccountPage } from "../account/account-page.tsx";
import { VerificationLink } from "../account/verification-link.tsx";
import { BrandPage } from "../brand/brand-page.tsx";
import { DialogHost } from "../components/dialog-host.tsx";
import { Page } from "../components/page.tsx";
import { ImagePage } from "../images/image-page.tsx";
import { ImagesPage } from "../images/images-page.tsx";
import { PageCheckPage } from "../page-check/page-check-page.tsx";
import { PasskeyOffer } from "../passkeys/passkey-offer.tsx";
import { PasskeysPage } from "../passkeys/passkeys-page.tsx";
import { PlaygroundPage } from "../playground/playground-page.tsx";
import { ApiKeysPage } from "../secrets/api-keys-page.tsx";
import { SigningKeysPage } from "../secrets/signing-keys-page.tsx";
import { SessionsPage } from "../sessions/sessions-page.tsx";
import { SitesPage } from "../sites/sites-page.tsx";
import { TemplatesPage } from "../templates/templates-page.tsx";
import { WebhooksPage } from "../webhooks/webhooks-page.tsx";
import { AccountContext, createAccount, useAccount } from "./account.ts";
import { useConsole } from "./console.ts";
import { SubNavigation } from "./header.tsx";
import { findPage, notFoundTitle, type PageName } from "./pages.ts";

export { ReviewPage } from "../review/review-page.tsx";

/** The components of the pages. `rest` is the part of the address after the page's name. */
const components: Record<PageName, ComponentType<{ rest: string }>> = {
  playground: PlaygroundPage,
  templates: TemplatesPage,
  images: ({ rest }) => (rest === "" ? <ImagesPage /> : <ImagePage id={rest} />),
  check: PageCheckPage,
  brand: BrandPage,
  sites: SitesPage,
  keys: ApiKeysPage,
  "signing-keys": SigningKeysPage,
  webhooks: WebhooksPage,
  passkeys: PasskeysPage,
  sessions: SessionsPage,
  account: AccountPage,
};

/** The current page of the account. */
export function AccountView() {
  const services = useConsole();
  const account = useMemo(() => createAccount(services), []);
  const { page, rest } = services.router.route.value;
  const name = findPage(page);
  const CurrentPage = name ? components[name] : NotFound;
  const key = `${name}/${rest}`;
  useLayoutEffect(() => account.dialogs.closeAll, [key]);
  return (
    <AccountContext.Provider value={account}>
      <PasskeyOffer />
      <SubNavigation />
      <CurrentPage key={key} rest={rest} />
      <VerificationLink />
      <DialogHost />
      <BusyBar />
    </AccountContext.Provider>
  );
}

function NotFound() {
  return (
    <Page title={notFoundTitle}>
      <p class="lead">
        The console has no page at this address. <a href="#/">Open the playground</a>
      </p>
    </Page>
  );
}

/** Shows that an action takes long, such as an upload. Hidden while a dialog waits for the user. */
function BusyBar() {
  const { isBusy } = useConsole().actions;
  const { shown } = useAccount().dialogs;
  return isBusy.value && shown.value.length === 0 ? <div class="busy-bar" /> : null;
}
