import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { AppError } from "@placard/contracts";
import {
  createAuthenticator,
  openTestAccounts,
  startRedis,
  type CredentialChanges,
  type LoginJSON,
  type RegistrationJSON,
} from "@placard/testing";
import { Redis } from "ioredis";
import type { Accounts } from "../accounts.ts";
import { CeremonyError } from "../ceremony-error.ts";
import type { LoginCredential, RegistrationCredential } from "../credential.ts";
import type { Session } from "../session-store.ts";
import type { User } from "../user-store.ts";

type Authenticator = ReturnType<typeof createAuthenticator>;

/** A person with an email address that no other test uses, and one authenticator. */
export interface Person {
  email: string;
  authenticator: Authenticator;
}

export interface RegistrationOptions {
  authenticator?: Authenticator;
  changes?: CredentialChanges<RegistrationJSON>;
  /** The sessions that start and finish present. */
  session?: Session | undefined;
  finishSession?: Session | undefined;
  /** The email address that the finish names in place of the person's. */
  finishEmail?: string;
  finishAt?: Accounts;
}

interface LoginOptions {
  authenticator?: Authenticator;
  changes?: CredentialChanges<LoginJSON>;
  /** The email addresses that start and finish name; undefined for none. */
  startEmail?: string | undefined;
  finishEmail?: string | undefined;
  finishAt?: Accounts;
}

/** The rules of two gateways that share one Redis, with ceremonies at the first one. */
export async function openCeremonies() {
  const server = await startRedis();
  const connections = [new Redis(server.url), new Redis(server.url)] as const;
  const time = Date.UTC(2027, 0, 1, 12);
  const open = (redis: Redis) => openTestAccounts(redis, { now: () => time, maxPasskeys: 3 });
  const [accounts, elsewhere] = [open(connections[0]), open(connections[1])];

  return {
    accounts,
    elsewhere,
    redis: connections[0],
    time,

    async createSession(user: User, passkeyId: string): Promise<Session> {
      return (await accounts.sessions.createSession(user, passkeyId)).session;
    },

    async register({ email, authenticator }: Person, options: RegistrationOptions = {}) {
      const { changes, session, finishEmail = email, finishAt = accounts } = options;
      const started = await accounts.ceremonies.startRegistration({ email, name: "Ada Lovelace", session });
      const credential = (options.authenticator ?? authenticator).register(toCreation(started), changes);
      return finishAt.ceremonies.finishRegistration({
        email: finishEmail,
        credential: credential as RegistrationCredential,
        session: "finishSession" in options ? options.finishSession : session,
      });
    },

    async login({ email, authenticator }: Person, options: LoginOptions = {}) {
      const { startEmail, finishEmail } = { startEmail: email, finishEmail: email, ...options };
      const started = await accounts.ceremonies.startLogin({ email: startEmail });
      const credential = (options.authenticator ?? authenticator).login(toRequest(started), options.changes);
      return (options.finishAt ?? accounts).ceremonies.finishLogin({
        email: finishEmail,
        credential: credential as LoginCredential,
      });
    },

    async close(): Promise<void> {
      for (const redis of connections) redis.disconnect();
      await server.stop();
    },
  };
}
export type Ceremonies = Awaited<ReturnType<typeof openCeremonies>>;

export function createPerson(authenticator: Authenticator = createAuthenticator()): Person {
  return { email: `${randomUUID()}@example.com`, authenticator };
}

export const toCreation = (options: object) => options as Parameters<Authenticator["register"]>[0];
export const toRequest = ({ challenge }: { challenge: string }) => ({ challenge, rpId: "localhost" });

/** `done`, or the reason or code with which a ceremony failed. */
export const outcomeOf = (ceremony: Promise<unknown>) =>
  ceremony.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof CeremonyError) return error.reason;
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

/** Asserts that a ceremony fails with a CeremonyError. */
export async function rejects(ceremony: Promise<unknown>, reason: string, userId?: string): Promise<void> {
  const error: unknown = await ceremony.then(
    () => assert.fail("the ceremony succeeded"),
    (rejection: unknown) => rejection,
  );
  assert.ok(error instanceof CeremonyError, String(error));
  assert.deepEqual([error.reason, error.userId], [reason, userId]);
}
