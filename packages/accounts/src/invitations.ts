import { createHash, randomBytes } from "node:crypto";
import type { RedisAndClock } from "./account-options.ts";
import { invitationKeys } from "./redis-keys.ts";

/** A permission to register one account. Times are epoch ms. */
export interface Invitation {
  /** Derived from the token, which it does not reveal. */
  id: string;
  /** The only email address that it permits, in lower case; undefined for any address. */
  email: string | undefined;
  createdAt: number;
  expiresAt: number;
}

/** The invitations to register. Every method rejects while Redis is unavailable. */
export type Invitations = ReturnType<typeof createInvitations>;

/** The invitations to register, on one Redis. `createUser` of the user store consumes them. */
export function createInvitations({ redis, now }: RedisAndClock) {
  return {
    /** Creates an invitation. Only this result contains its token. */
    async issueInvitation({
      email,
      ttlSeconds,
    }: {
      email?: string | undefined;
      ttlSeconds: number;
    }): Promise<{ token: string; invitation: Invitation }> {
      const token = createToken();
      const createdAt = now();
      const expiresAt = createdAt + ttlSeconds * 1000;
      const invitation = { id: invitationIdOf(token), email: email?.toLowerCase(), createdAt, expiresAt };
      await redis.set(
        invitationKeys.invitation(invitation.id),
        JSON.stringify(invitation),
        "PXAT",
        expiresAt,
      );
      return { token, invitation };
    },

    /** The invitation with a token; undefined if it is unknown, used, revoked or expired. */
    async findInvitation(token: string): Promise<Invitation | undefined> {
      const json = await redis.get(invitationKeys.invitation(invitationIdOf(token)));
      return json === null ? undefined : parse(json);
    },

    /** Revokes an invitation. Returns false if there is none with this id. */
    async revokeInvitation(id: string): Promise<boolean> {
      return (await redis.del(invitationKeys.invitation(id))) === 1;
    },
  };
}

/** Creates a token whose id has no leading hyphen, which a command line would read as an option. */
function createToken(): string {
  const token = randomBytes(32).toString("base64url");
  return invitationIdOf(token).startsWith("-") ? createToken() : token;
}

/** The id of the invitation with a token: 32 characters of the token's SHA-256, base64url. */
function invitationIdOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url").slice(0, 32);
}

/** The link that opens the registration form with an invitation. The fragment is not sent to servers. */
export function invitationLink(
  publicUrl: string,
  { token, email }: { token: string; email?: string | undefined },
): string {
  const parameters = new URLSearchParams({ invite: token, ...(email !== undefined && { email }) });
  return `${publicUrl}/#register?${parameters.toString()}`;
}

function parse(json: string): Invitation {
  const { id, email, createdAt, expiresAt } = JSON.parse(json) as Invitation;
  return { id, email, createdAt, expiresAt };
}
