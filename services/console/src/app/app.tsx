import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { focusMain, focusTitle } from "../components/focus.ts";
import { Loaded, LoadFailure, useLoaded } from "../components/loaded.tsx";
import { Toast } from "../components/toast.tsx";
import { FrontPage } from "../front-page/front-page.tsx";
import { ConsoleContext, useConsole, type Console } from "./console.ts";
import { Header } from "./header.tsx";
import { takeLink } from "./links.ts";
import { findPage, notFoundTitle, pages } from "./pages.ts";
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

/** A review, the front page or a page of the account. Its heading gets the focus after navigation. */
function View() {
  const { session, router } = useConsole();
  const state = session.state.value;
  const { page, rest, isRecovery } = router.route.value;
  // The front page does not need the pages of an account.
  const account = useLoaded("the pages of your account", () => import("./account-view.tsx"));
  const isSignedIn = state.status === "signed-in";
  const isReady = !isSignedIn || account.data.value !== undefined;
  const path = isSignedIn ? `${findPage(page)}/${rest}` : `${state.status} ${isRecovery}`;
  const previous = useRef("loading");
  useLayoutEffect(() => {
    if (!isReady) return;
    const name = findPage(page);
    const title = name ? pages[name].title : notFoundTitle;
    document.title = isSignedIn ? `${title} · Placard` : "Placard · Open Graph images";
    if (previous.current !== "loading") {
      focusTitle();
      scrollTo(0, 0);
    }
    previous.current = state.status;
  }, [path, isReady]);

  // A review is shown whether somebody is signed in or not.
  if (page === "review")
    return <Loaded from={account}>{({ ReviewPage }) => <ReviewPage key={rest} token={rest} />}</Loaded>;
  if (state.status === "loading") return null;
  if (state.status === "failed")
    return <LoadFailure name="your account" error={state.error} load={session.load} />;
  if (state.status === "signed-out") return <FrontPage />;
  return (
    <Loaded from={account}>
      {/* The key removes everything of an account from the page when another one signs in. */}
      {({ AccountView }) => <AccountView key={state.user.id} />}
    </Loaded>
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
