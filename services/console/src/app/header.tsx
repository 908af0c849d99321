import { useLayoutEffect, useRef } from "preact/hooks";
import { ActionButton } from "../components/buttons.tsx";
import { useConsole } from "./console.ts";
import { findPage, mainPageOf, mainPages, pages, pagesBeside } from "./pages.ts";

/** The name of the console, and the pages of the account. */
export function Header({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const { session, pictures } = useConsole();
  const state = session.state.value;
  return (
    <header>
      <a class="home" href="#/">
        <img src={pictures.icon} alt="" width="28" height="28" />
        <span class="brand">Placard</span>
      </a>
      {state.status === "signed-in" && <Navigation />}
      <div class="row header-end">
        {/* In a tab of its own, so that an editor keeps its history. */}
        <a class="docs-link" href="docs" target={state.status === "signed-in" ? "_blank" : undefined}>
          Docs
        </a>
        {state.status === "signed-in" && (
          <>
            <p class="user-name hint" title={state.user.email}>
              {state.user.name}
            </p>
            <ActionButton look="secondary small" onAction={onSignOut}>
              Sign out
            </ActionButton>
          </>
        )}
      </div>
    </header>
  );
}

function Navigation() {
  const { router } = useConsole();
  const { page } = router.route.value;
  const found = findPage(page);
  const current = found && mainPageOf(found);
  const navigation = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // On a narrow window, the navigation is a row that scrolls.
    const link = navigation.current?.querySelector("[aria-current]");
    link?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);
  return (
    <nav ref={navigation} aria-label="Console">
      {mainPages.map((name) => (
        <a href={`#/${name}`} aria-current={name === current ? "page" : undefined}>
          {pages[name].menu ?? pages[name].title}
        </a>
      ))}
    </nav>
  );
}

/** The links to the pages of the current page's group, if it has more than one. */
export function SubNavigation() {
  const { router } = useConsole();
  const current = findPage(router.route.value.page);
  const beside = current ? pagesBeside(current) : [];
  if (beside.length < 2) return null;
  const main = pages[beside[0]!];
  return (
    <nav class="sub-navigation" aria-label={main.menu ?? main.title}>
      {beside.map((name) => (
        <a href={`#/${name}`} aria-current={name === current ? "page" : undefined}>
          {pages[name].title}
        </a>
      ))}
    </nav>
  );
}
