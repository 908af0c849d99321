import { startBrowser, type Browser } from "./browser.ts";

/**
 * What the page's user does not do of themselves. The virtual authenticator answers what a field offers without a click,
 * so such an offer is held open here, and a prompt of its own is refused while it is, as browsers do. Where localStorage
 * has `autofill`, the offer goes through.
 */
const hold = `{
  const get = navigator.credentials.get.bind(navigator.credentials);
  let offered = false;
  navigator.credentials.get = (options) => {
    if (options.mediation === "conditional" && !localStorage.getItem("autofill")) {
      offered = true;
      return new Promise((_, reject) => options.signal.addEventListener("abort", () => {
        offered = false;
        reject(options.signal.reason);
      }));
    }
    if (offered) return Promise.reject(new DOMException("A request is pending.", "OperationError"));
    return get(options);
  };
  document.addEventListener("securitypolicyviolation", ({ violatedDirective }) =>
    console.error("against the policy: " + violatedDirective));
}`;

/** A Placard's console in a browser. */
export interface ConsolePage extends Browser {
  /** Where the console is: at the relying party's own host. */
  url: string;
  button: (name: string) => ReturnType<Browser["page"]["getByRole"]>;
  heading: (name: string) => ReturnType<Browser["page"]["getByRole"]>;
  /** Waits until the page says a text. */
  waitForMessage: (text: string) => Promise<void>;
  /** Opens a page of the console by its link. */
  openPage: (name: string) => Promise<void>;
  /** Makes an account on the front page, and is signed in. */
  signUp: (email: string, name: string) => Promise<void>;
  /** Presses the front page's button, and gives the session's token. */
  signIn: () => Promise<string>;
}

/** Opens the console of a gateway in a browser of its own. Whoever opens it closes it. */
export async function openConsole(gatewayUrl: string): Promise<ConsolePage> {
  const browser = await startBrowser();
  const { page } = browser;
  const url = gatewayUrl.replace("127.0.0.1", "localhost");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const heading = (name: string) => page.getByRole("heading", { name, exact: true });
  await page.addInitScript(hold);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(url);

  return {
    ...browser,
    url,
    button,
    heading,
    waitForMessage: (text) => page.locator("#message").getByText(text).waitFor(),
    openPage: async (name) => {
      await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
      await heading(name).waitFor();
    },
    signUp: async (email, name) => {
      const form = page.getByRole("region", { name: "Create an account" });
      await form.getByLabel("E-mail").fill(email);
      await form.getByLabel("Name").fill(name);
      await button("Create account and passkey").click();
      await button("Sign out").waitFor();
    },
    signIn: async () => {
      const finished = page.waitForResponse(/login\/finish/);
      await button("Sign in with a passkey").click();
      await button("Sign out").waitFor();
      const { data } = (await (await finished).json()) as { data: { token: string } };
      return data.token;
    },
  };
}
