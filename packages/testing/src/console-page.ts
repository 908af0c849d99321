import { startBrowser, type Browser } from "./browser.ts";

/** A Placard's console in a browser, whose user answers prompts only where a method here says so. */
export interface ConsolePage extends Browser {
  /** Where the console is: at the relying party's own host. */
  url: string;
  button: (name: string) => ReturnType<Browser["page"]["getByRole"]>;
  heading: (name: string) => ReturnType<Browser["page"]["getByRole"]>;
  /** Waits until the page says a text. */
  said: (text: string) => Promise<void>;
  /** Opens a page of the console by its link. */
  open: (name: string) => Promise<void>;
  /** Does something that a prompt follows, and answers that until the heading is there. */
  answering: (work: () => Promise<unknown>, heading: string) => Promise<void>;
  /** Makes an account on the front page, and is signed in. */
  signUp: (email: string, name: string) => Promise<void>;
  /** Presses the front page's button, and gives the session's token. */
  signIn: () => Promise<string>;
}

/** Opens the console of a gateway in a browser of its own. Whoever opens it closes it. */
export async function openConsole(gatewayUrl: string): Promise<ConsolePage> {
  const browser = await startBrowser({ present: false });
  const { page, setPresent } = browser;
  const url = gatewayUrl.replace("127.0.0.1", "localhost");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const heading = (name: string) => page.getByRole("heading", { name, exact: true });
  // The console says what breaks its policy too, but not always: an element's style may be dropped unheard.
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", ({ violatedDirective }) =>
    console.error("against the policy: " + violatedDirective))`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(url);

  async function answering(work: () => Promise<unknown>, awaited: string): Promise<void> {
    await setPresent(true);
    try {
      await work();
      await heading(awaited).waitFor();
    } finally {
      await setPresent(false);
    }
  }

  return {
    ...browser,
    url,
    button,
    heading,
    said: (text) => page.locator("#message").getByText(text).waitFor(),
    open: async (name) => {
      await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
      await heading(name).waitFor();
    },
    answering,
    signUp: async (email, name) => {
      const form = page.getByRole("region", { name: "Create an account" });
      await form.getByLabel("E-mail").fill(email);
      await form.getByLabel("Name").fill(name);
      await answering(() => button("Create account and passkey").click(), "Playground");
    },
    signIn: async () => {
      const finished = page.waitForResponse(/login\/finish/);
      await answering(() => button("Sign in with a passkey").click(), "Playground");
      const { data } = (await (await finished).json()) as { data: { token: string } };
      return data.token;
    },
  };
}
