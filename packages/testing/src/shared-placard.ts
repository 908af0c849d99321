import { jwtSecret } from "./placard.ts";
import type { LogLine } from "./service.ts";
import { sharedServersVariable, type SharedPlacardInfo } from "./shared-servers.ts";
import { createTestAccount, type TestAccount } from "./test-account.ts";

/**
 * The installation that test files share: two gateways and one renderer, images in files, no rate limits, and
 * remote images from private addresses allowed. A test file changes only data of accounts that it created.
 */
export interface SharedPlacard extends Omit<SharedPlacardInfo, "redisUrl"> {
  /** `{base_url}` of the first gateway. */
  url: string;
  redis: { url: string };
  /** An account that only the caller uses. */
  account: TestAccount;
  /** An API key of that account. */
  key: string;
  /** Creates another account without HTTP. */
  createAccount: () => Promise<TestAccount>;
  /** The log lines of all processes so far that have all of these values. */
  logs: (values?: Readonly<Record<string, string | number>>) => Promise<LogLine[]>;
  /** What all processes have written to standard error so far. */
  stderr: () => Promise<string>;
}

/**
 * The installation that test files share, with a new account. Call this once in each file. The installation
 * is stopped after the last test of the run.
 * @throws Error in a run without `mocha --require packages/testing/dist/mocha-hooks.js`
 */
export async function getSharedPlacard(): Promise<SharedPlacard> {
  const { redisUrl, ...info } = (await readSharedServer("/placard")) as SharedPlacardInfo;
  const createAccount = () => createTestAccount({ redisUrl, publicUrl: info.publicUrl, jwtSecret });
  const account = await createAccount();
  return {
    ...info,
    url: info.gateways[0]?.url ?? "",
    redis: { url: redisUrl },
    account,
    key: account.key,
    createAccount,
    logs: async (values = {}) => {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(values)) query.set(name, String(value));
      return (await readSharedServer(`/placard/logs?${query.toString()}`)) as LogLine[];
    },
    stderr: async () => (await readSharedServer("/placard/stderr")) as string,
  };
}

/** @throws Error with the shared server's error if it did not start */
export async function readSharedServer(path: string): Promise<unknown> {
  const url = process.env[sharedServersVariable];
  if (url === undefined)
    throw new Error("Run mocha with --require packages/testing/dist/mocha-hooks.js, as `npm test` does.");
  const response = await fetch(url + path);
  if (!response.ok) throw new Error(`a shared server failed: ${await response.text()}`);
  return await response.json();
}
