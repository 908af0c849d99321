import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { VerificationLink } from "../account/verification-link.tsx";
import { DialogHost } from "../components/dialog-host.tsx";
import { focusMain, focusTitle } from "../components/focus.ts";
import { LoadFailure } from "../components/loaded.tsx";
import { Toast } from "../components/toast.tsx";
import { FrontPage } from "../front-page/front-page.tsx";
import { PasskeyOffer } from "../passkeys/passkey-offer.tsx";
import { AccountContext, createAccount } from "./account.ts";
import { ConsoleContext, useConsole, type Console } from "./console.ts";
import { Header } from "./header.tsx";
import { takeLink } from "./links.ts";
import { findPage, pages, type PageEntry } from "./pages.tsx";
import { revokeSession } from "./revoke-session.ts";
import { isSigningOut, onOtherTab, readSession } from "./stored-session.ts";

const unreachableText =
  "You are signed out here, but the server could not be reached. Keep this page open: the session is revoked when the server can be reached again, or when this page is opened again. Otherwise it expires by itself.";

/** The whole page: the header, the front page or a page of the account, and messages. */
export function App({ console: services }: { console: Console }) {
  const { actions } = services;
  useEffect(() => start(services), []);
  return (
    <ConsoleContext.Provider value={services}>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault(); // the link would replace the page's name in the address
          focusMain();
        }}
      >
        Skip to content
      </a>
      <Header onSignOut={() => signOut(services)} />
      <main id="main" tabIndex={-1} aria-busy={actions.isBusy.value}>
        <View />
      </main>
      <Toast />
    </ConsoleContext.Provider>
  );
}

/** The front page, or the current page of the account. Its heading gets the focus after navigation. */
function View() {
  const { session, router } = useConsole();
  const state = session.state.value;
  const { page, rest, isRecovery } = router.route.value;
  const isSignedIn = state.status === "signed-in";
  const path = isSignedIn ? `${findPage(page)}/${rest}` : `${state.status} ${isRecovery}`;
  const previous = useRef("loading");
  useLayoutEffect(() => {
    document.title = isSignedIn ? `${pages[findPage(page)].title} · Placard` : "Placard · Open Graph images";
    if (previous.current !== "loading") {
      focusTitle();
      scrollTo(0, 0);
    }
    previous.current = state.status;
  }, [path]);

  if (state.status === "loading") return null;
  if (state.status === "failed")
    return <LoadFailure name="your account" error={state.error} load={session.load} />;
  if (state.status === "signed-out") return <FrontPage />;
  // The key removes everything of an account from the page when another one signs in.
  return <AccountView key={state.user.id} />;
}

function AccountView() {
  const services = useConsole();
  const account = useMemo(() => createAccount(services), []);
  const { page, rest } = services.router.route.value;
  const name = findPage(page);
  const CurrentPage: PageEntry["component"] = pages[name].component;
  return (
    <AccountContext.Provider value={account}>
      <PasskeyOffer />
      <CurrentPage key={`${name}/${rest}`} rest={rest} />
      <VerificationLink />
      <DialogHost />
    </AccountContext.Provider>
  );
}

/** Loads the account of this browser, opens the link in the address, and follows other tabs. */
function start(services: Console) {
  const { session, messages, actions } = services;
  const link = takeLink(services.router);
  if (isSigningOut()) void revokeSession(services);
  void actions.run(session.load).then(() => openLink(services, link));
  addEventListener("hashchange", () => openLink(services, takeLink(services.router)));
  onOtherTab((current, previous) => {
    if (current === undefined) {
      if (session.state.value.status !== "signed-in") return;
      session.end();
      messages.show("You are signed out, because you signed out in another tab.");
    } else if (previous === undefined) void actions.run(session.load);
    else location.reload(); // perhaps as another user
  });
}

function openLink({ messages, link }: Console, opened: ReturnType<typeof takeLink>) {
  if (!opened) return;
  if (opened.name !== "verify-email" && readSession())
    messages.show("You are signed in. To use the link, sign out and open it again.");
  else link.value = opened;
}

async function signOut(services: Console) {
  const { session, messages } = services;
  session.end();
  if (await revokeSession(services)) messages.show("You are signed out.");
  else messages.showError(unreachableText);
}
