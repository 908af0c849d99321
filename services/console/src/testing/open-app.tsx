import { GlobalRegistrator } from "@happy-dom/global-registrator";
import { configure, queries, within, type BoundFunctions } from "@testing-library/dom";
import { options, render } from "preact";
import { setImmediate } from "node:timers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { App } from "../app/app.tsx";
import { createConsole } from "../app/console.ts";
import { createFakeApi, type FakeApi } from "./fake-api.ts";
import { installFakePasskeys, removeFakePasskeys, type FakePasskeys } from "./fake-passkeys.ts";

export const user = { id: "user-1", name: "Ada Lovelace", email: "ada@example.com" };

const signedInAnswers = {
  "GET /auth/session": { user },
  "GET /auth/config": {
    signup: "open",
    hasMail: false,
    hasPublicPlayground: false,
    rpId: "og.example.com",
    url: "https://og.example.com",
  },
};

/** The console in a simulated page. */
export interface TestApp extends BoundFunctions<typeof queries> {
  api: FakeApi;
  passkeys: FakePasskeys;
  /** Opens a page of the account, such as `keys`. */
  goTo: (path: string) => void;
  /** Enters a text in the field with this label. */
  type: (label: string | RegExp, text: string) => void;
  click: (name: string | RegExp) => void;
  /** Clicks the button with this name in the open dialog. */
  confirm: (name: string | RegExp) => void;
  /** Waits until the page shows a text. */
  waitFor: (text: string | RegExp) => Promise<HTMLElement>;
  close: () => Promise<void>;
}

/** In happy-dom, a shadow root throws while the focus is in another one, such as of the other code editor. */
function fixActiveElement() {
  const { get } = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, "activeElement")!;
  Object.defineProperty(ShadowRoot.prototype, "activeElement", {
    get(this: ShadowRoot): unknown {
      return document.activeElement === this.host ? get!.call(this) : null;
    },
  });
}

/**
 * Opens the console at a page of the account of `user`.
 * @param options.isSignedIn false opens the front page
 * @param options.hash the fragment of the address, by default the page's
 * @param options.expiresAt when the session expires
 * @param options.storage what is in localStorage
 * @param options.hasAutofill whether the browser suggests passkeys in the email field
 * @param options.capabilities what the browser says that it can do besides
 */
export async function openApp({
  path = "",
  hash = `#/${path}`,
  isSignedIn = true,
  hasAutofill = false,
  capabilities = {},
  expiresAt = "2999-01-01T00:00:00Z",
  storage = {},
  answers = {},
}: {
  path?: string;
  hash?: string;
  isSignedIn?: boolean;
  hasAutofill?: boolean;
  capabilities?: Record<string, boolean>;
  expiresAt?: string;
  storage?: Readonly<Record<string, string>>;
  answers?: Parameters<typeof createFakeApi>[0];
} = {}): Promise<TestApp> {
  // Effects run soon, even after the page was closed: Preact does not run any later ones before.
  options.requestAnimationFrame = setImmediate;
  const getElementError = (message: string | null) => new Error(message ?? "not found");
  configure({ getElementError, asyncUtilTimeout: 30_000 }); // ms; a second is short for a busy machine
  GlobalRegistrator.register({ url: `https://og.example.com/${hash}` });
  fixActiveElement();
  const passkeys = installFakePasskeys({ hasAutofill, capabilities });
  const api = createFakeApi({ ...signedInAnswers, ...answers });
  for (const [key, text] of Object.entries(storage)) localStorage.setItem(key, text);
  if (isSignedIn) {
    const session = { relyingPartyId: "og.example.com", expiresAt };
    localStorage.setItem("placard-session", JSON.stringify(session));
  }
  const pictures = {
    icon: "icon.svg",
    icons: "icons.svg",
    blog: "blog.webp",
    product: "product.webp",
    event: "event.webp",
  };
  const root = document.createElement("div");
  document.body.append(root);
  render(
    <App console={createConsole({ baseUrl: "https://og.example.com", pictures, fetch: api.fetch })} />,
    root,
  );
  const page = within(document.body);
  await page.findAllByRole("heading", { level: isSignedIn ? 1 : 2, name: /./ });
  return {
    ...page,
    api,
    passkeys,
    goTo(next) {
      location.hash = `#/${next}`;
    },
    type(label, text) {
      const input = page.getByLabelText<HTMLInputElement>(label, { selector: "input, textarea, select" });
      input.value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    },
    click: (name) => page.getByRole("button", { name }).click(),
    confirm: (name) => within(page.getByRole("dialog")).getByRole("button", { name }).click(),
    waitFor: (text) => page.findByText(text),
    async close() {
      render(null, root);
      await nextTurn();
      removeFakePasskeys();
      await GlobalRegistrator.unregister();
    },
  };
}
