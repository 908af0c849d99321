import assert from "node:assert/strict";
import { createAuthenticator, openTestAccounts, poll, startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import type { Accounts } from "./accounts.ts";
import { CeremonyError } from "./ceremony-error.ts";
import type { LoginCredential } from "./credential.ts";

describe("a login with a wrong signature", () => {
  let server: TestRedis;
  let redis: Redis;
  let accounts: Accounts;
  let commands: string[];
  let closeMonitor: () => void;
  const ada = createAuthenticator();
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    accounts = openTestAccounts(redis);
    const start = { email: "ada@example.com", name: "Ada", session: undefined };
    const options = await accounts.ceremonies.startRegistration(start);
    const credential = ada.register(options as Parameters<typeof ada.register>[0]);
    await accounts.ceremonies.finishRegistration({ ...start, credential } as object as Parameters<
      typeof accounts.ceremonies.finishRegistration
    >[0]);
    const monitor = await redis.monitor();
    closeMonitor = () => monitor.disconnect();
    monitor.on("monitor", (_time: string, [name = "", key = ""]: string[]) =>
      commands.push(`${name.toUpperCase()} ${key.replace(/[^:]*$/, "")}`),
    );
    await traceLogin({ email: "first@example.com" }); // reads the secret of decoys
  });
  after(async () => {
    closeMonitor();
    redis.disconnect();
    await server.stop();
  });

  /** The Redis commands with their kinds of key, and the algorithms of the signatures that are verified. */
  async function trace(task: () => Promise<unknown>) {
    commands = [];
    const algorithms: string[] = [];
    const { subtle } = globalThis.crypto;
    const { verify } = subtle;
    subtle.verify = (algorithm, ...rest) => {
      algorithms.push(typeof algorithm === "string" ? algorithm : algorithm.name);
      return verify.call(subtle, algorithm, ...rest);
    };
    try {
      await task();
    } finally {
      subtle.verify = verify;
    }
    await redis.echo("end");
    await poll("the monitor", () => commands.includes("ECHO "));
    return { algorithms, commands: commands.filter((command) => command !== "ECHO ").toSorted() };
  }

  /** Starts with an address, and finishes with an offered credential and the signature of another key. */
  async function traceLogin({ email, id }: { email?: string; id?: string }) {
    let credentialId = id ?? "";
    let challenge = "";
    const started = await trace(async () => {
      const options = await accounts.ceremonies.startLogin({ email });
      ({ challenge } = options);
      credentialId ||= options.allowCredentials[0]!.id;
    });
    const credential = createAuthenticator().login(
      { challenge, rpId: "localhost" },
      { credentialId: Buffer.from(credentialId, "base64url") },
    ) as LoginCredential;
    if (email !== undefined) delete credential.response.userHandle;
    const finished = await trace(() =>
      assert.rejects(accounts.ceremonies.finishLogin({ email, credential }), CeremonyError),
    );
    return { started, finished };
  }

  it("takes the same steps with and without an account: commands and verifications", async () => {
    const existing = await traceLogin({ email: "ada@example.com" });
    assert.deepEqual(existing.finished.algorithms, ["ECDSA"]);
    assert.equal(existing.finished.commands.length, 3);
    const decoys: Awaited<ReturnType<typeof traceLogin>>[] = [];
    for (let i = 0; i < 80; i++) decoys.push(await traceLogin({ email: `unknown-${i}@example.com` }));
    for (const { started, finished } of decoys) {
      assert.deepEqual(started, existing.started);
      assert.deepEqual(finished.commands, existing.finished.commands);
      assert.equal(finished.algorithms.length, 1);
    }
    const algorithms = new Set(decoys.flatMap(({ finished }) => finished.algorithms));
    assert.deepEqual([...algorithms].toSorted(), ["ECDSA", "Ed25519", "RSASSA-PKCS1-v1_5"]);
  });

  it("takes the same steps for a passkey and for an unknown one, without an email address", async () => {
    const existing = await traceLogin({ id: ada.id });
    const unknown = await traceLogin({ id: Buffer.alloc(32, 7).toString("base64url") });
    assert.deepEqual(unknown.finished.commands, existing.finished.commands);
    assert.deepEqual(
      [existing, unknown].map(({ finished }) => finished.algorithms.length),
      [1, 1],
    );
  });
});
