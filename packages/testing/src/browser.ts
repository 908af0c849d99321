import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { CDPSession, Page } from "playwright-core";
import { createTempDirectory } from "./temp-directory.ts";

export interface Browser {
  page: Page;
  /** Warnings and errors of the browser's console so far, and uncaught exceptions. */
  errors: () => readonly string[];
  /** The origins that it has sent requests to so far. */
  origins: () => readonly string[];
  /** Replaces the authenticator and its passkeys, as if the user had changed to another device. */
  replaceAuthenticator: () => Promise<void>;
  /** Lists the passkeys of the authenticator, each with the names that the browser shows. */
  listPasskeys: () => Promise<{ name: string | undefined; displayName: string | undefined }[]>;
  /** Closes the browser and deletes its profile. */
  close: () => Promise<void>;
}

const names = ["chromium", "chromium-browser", "google-chrome"];
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
];

/**
 * Starts headless Chromium with a new profile. It can connect only to `localhost`. Its virtual authenticator
 * stores passkeys and confirms every prompt immediately, with the user present and verified.
 * @param options.flags further command-line flags
 * @throws Error if there is no Chromium on the PATH
 */
export async function startBrowser(options: { flags?: readonly string[] } = {}): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  const profile = await createTempDirectory();
  const errors: string[] = [];
  const origins = new Set<string>();
  const context = await chromium
    .launchPersistentContext(profile.path, {
      executablePath: findBrowser(),
      args: [...flags, ...(options.flags ?? [])],
      reducedMotion: "reduce",
    })
    .catch(async (error: unknown) => {
      await profile.remove();
      throw error;
    });
  async function close(): Promise<void> {
    await context.close();
    await profile.remove();
  }

  try {
    const page = context.pages()[0] ?? (await context.newPage());
    page.setDefaultTimeout(90_000);
    context.on("request", (request) => origins.add(new URL(request.url()).origin));
    page.on("console", (line) => {
      // Containers that start on the machine interrupt requests, which are sent again.
      const isByNetwork = line.text().includes("net::ERR_NETWORK_CHANGED");
      if (["error", "warning"].includes(line.type()) && !isByNetwork) errors.push(line.text());
    });
    page.on("pageerror", (error) => errors.push(String(error)));
    const authenticator = await addAuthenticator(await context.newCDPSession(page));
    return { page, errors: () => errors, origins: () => [...origins], ...authenticator, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function addAuthenticator(
  devTools: CDPSession,
): Promise<Pick<Browser, "replaceAuthenticator" | "listPasskeys">> {
  await devTools.send("WebAuthn.enable");
  let authenticatorId = await add();
  async function add(): Promise<string> {
    const { authenticatorId: id } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return id;
  }
  return {
    async replaceAuthenticator() {
      await devTools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
      authenticatorId = await add();
    },
    async listPasskeys() {
      const { credentials } = await devTools.send("WebAuthn.getCredentials", { authenticatorId });
      return credentials.map(({ userName, userDisplayName }) => ({
        name: userName,
        displayName: userDisplayName,
      }));
    },
  };
}

function findBrowser(): string {
  const directories = (process.env["PATH"] ?? "").split(delimiter);
  const found = names
    .flatMap((name) => directories.map((directory) => join(directory, name)))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error(`none of ${names.join(", ")} is on the PATH`);
  return found;
}
