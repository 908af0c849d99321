import { startBrowser, type Browser } from "./browser.ts";
import { poll } from "./poll.ts";

/**
 * The virtual authenticator confirms a conditional request (passkey autofill) without a click. This script
 * keeps it pending, and rejects other requests until then, as browsers do. If localStorage has `autofill`,
 * the conditional request is confirmed.
 */
const initScript = `{
  const get = navigator.credentials.get.bind(navigator.credentials);
  let isPending = false;
  navigator.credentials.get = (options) => {
    if (options.mediation === "conditional" && !localStorage.getItem("autofill")) {
      isPending = true;
      return new Promise((_, reject) => options.signal.addEventListener("abort", () => {
        isPending = false;
        reject(options.signal.reason);
      }));
    }
    if (isPending) return Promise.reject(new DOMException("A request is pending.", "OperationError"));
    return get(options);
  };
  document.addEventListener("securitypolicyviolation", ({ violatedDirective }) =>
    console.error("Content Security Policy violation: " + violatedDirective));
}`;

/** The entries of the navigation below which other pages are. */
const menus: Readonly<Record<string, string>> = {
  "API keys": "API",
  "Signing keys": "API",
  Webhooks: "API",
  Passkeys: "Account",
  Sessions: "Account",
};

export interface ConsolePage extends Browser {
  /** The console's URL, on the host of the relying party. */
  url: string;
  button: (name: string) => ReturnType<Browser["page"]["getByRole"]>;
  heading: (name: string) => ReturnType<Browser["page"]["getByRole"]>;
  /** Waits until the page shows a message. */
  waitForMessage: (text: string) => Promise<void>;
  /** Clicks a button that copies a text, and returns it. An earlier message may still be shown. */
  copyWith: (button: string) => Promise<string>;
  /** Opens a page of the console by its navigation link. */
  openPage: (name: string) => Promise<void>;
  /** Creates an account on the front page, which also signs in. */
  signUp: (email: string, name: string) => Promise<void>;
  /** Signs in on the front page. */
  signIn: () => Promise<void>;
  /** Reads the token of the session from its cookie, which the page can't read. */
  readSessionToken: () => Promise<string>;
}

/** Opens the console of a gateway in a new browser. The caller must close it. */
export async function openConsole(gatewayUrl: string): Promise<ConsolePage> {
  const browser = await startBrowser();
  const { page } = browser;
  const url = gatewayUrl.replace("127.0.0.1", "localhost");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const heading = (name: string) => page.getByRole("heading", { name, exact: true });
  await page.addInitScript(initScript);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(url);

  return {
    ...browser,
    url,
    button,
    heading,
    async waitForMessage(text) {
      const message = page.locator("#message");
      await message
        .getByText(text)
        .waitFor()
        .catch(async (cause: unknown) => {
          const shown = `${await message.innerText()}\n${await page.locator("main").innerText()}`;
          throw new Error(`instead of "${text}", the page shows: ${shown}`, { cause });
        });
    },
    copyWith: async (name) => {
      await page.evaluate("navigator.clipboard.writeText('')");
      await button(name).click();
      return await poll("the clipboard to have a text", async () => {
        const text = await page.evaluate<string>("navigator.clipboard.readText()");
        return text !== "" && text;
      });
    },
    openPage: async (name) => {
      const menu = menus[name];
      if (menu !== undefined)
        await page.getByRole("navigation").getByRole("link", { name: menu, exact: true }).first().click();
      await page.getByRole("navigation").getByRole("link", { name, exact: true }).last().click();
      await heading(name).waitFor();
    },
    signUp: async (email, name) => {
      const form = page.getByRole("region", { name: "Create an account" });
      await form.getByLabel("Email").fill(email);
      await form.getByLabel("Name").fill(name);
      await button("Create account and passkey").click();
      await button("Sign out").waitFor();
    },
    signIn: async () => {
      await button("Sign in with a passkey").click();
      await button("Sign out").waitFor();
    },
    readSessionToken: async () => {
      const cookies = await page.context().cookies(url);
      const cookie = cookies.find(({ name }) => name === "placard-session");
      if (!cookie) throw new Error("the browser has no cookie of a session");
      return cookie.value;
    },
  };
}
