import {
  createApiKeys,
  createRecoveryCodes,
  createSecurityEvents,
  createSessionStore,
  createSigningKeys,
  createUserStore,
  type ApiKey,
  type SecurityEventType,
  type Session,
  type UserRecord,
} from "@placard/accounts";
import { createMailTransport, type Mail } from "@placard/mail";
import { CommandError, type Context } from "./command.ts";
import { describeError } from "./format.ts";

/** The account with an email address, in any case, or an id. Throws CommandError if there is none. */
export async function findAccount({ redis }: Pick<Context, "redis">, emailOrId: string): Promise<UserRecord> {
  const users = createUserStore(redis);
  const isEmail = emailOrId.includes("@");
  const id = isEmail ? await users.findUserId(emailOrId.toLowerCase()) : emailOrId;
  const user = id === undefined ? undefined : await users.findUserRecord(id);
  if (user) return user;
  throw new CommandError(
    isEmail
      ? `No account has the email address ${emailOrId.toLowerCase()}.`
      : `No account has the ID ${emailOrId}.`,
  );
}

export interface AccountContents {
  sessions: Session[];
  apiKeys: ApiKey[];
  counts: { passkeys: number; sessions: number; apiKeys: number; signingKeys: number; recoveryCodes: number };
  /** Epoch ms: when a session or passkey was used last; undefined if no passkey has been used yet. */
  lastSeenAt: number | undefined;
}

export async function readContents({ redis, now }: Context, userId: string): Promise<AccountContents> {
  const [passkeys, sessions, apiKeys, signingKeys, recoveryCodes] = await Promise.all([
    createUserStore(redis).listPasskeys(userId),
    createSessionStore({ redis, now }).listSessions(userId),
    createApiKeys({ redis, now }).list(userId),
    createSigningKeys({ redis, now }).list(userId),
    createRecoveryCodes(redis).countCodes(userId),
  ]);
  const uses = [
    ...sessions.map(({ lastSeenAt }) => lastSeenAt),
    ...passkeys.map(({ lastUsedAt = 0 }) => lastUsedAt),
  ];
  return {
    sessions,
    apiKeys,
    counts: {
      passkeys: passkeys.length,
      sessions: sessions.length,
      apiKeys: apiKeys.length,
      signingKeys: signingKeys.length,
      recoveryCodes,
    },
    lastSeenAt: Math.max(0, ...uses) || undefined,
  };
}

/** Records a security event of an account with the operator as its actor. A message says if that fails. */
export async function recordOperatorEvent(
  { redis, now, writeMessage }: Context,
  event: { accountId: string; type: SecurityEventType; keyId?: string },
): Promise<void> {
  const logger = {
    info: () => {},
    warn: () => writeMessage("The security event of this action could not be stored."),
  };
  await createSecurityEvents({ redis, now, logger }).recordEvent({
    ...event,
    actor: "operator",
  });
}

/** The CommandError for an account that was deleted after it was found. */
export function deletedMeanwhile(email: string): CommandError {
  return new CommandError(`The account ${email} does not exist any more.`);
}

/**
 * Sends a mail and waits until the SMTP server has accepted it. Resolves with the reason if that failed;
 * undefined if it was sent, or if SMTP_URL is not set.
 */
export async function sendMail(
  { settings }: Pick<Context, "settings">,
  mail: Mail,
): Promise<string | undefined> {
  if (!settings.mail) return undefined;
  const transport = createMailTransport(settings.mail);
  try {
    await transport.deliver(mail);
    return undefined;
  } catch (error) {
    return describeError(error);
  } finally {
    transport.close();
  }
}
