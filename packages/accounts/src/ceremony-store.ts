import type { RedisClient } from "@placard/runtime";
import { CeremonyError } from "./ceremony-error.ts";
import { checkCredential, readClientData, type Credential } from "./credential.ts";
import { ceremonyKeys } from "./redis-keys.ts";

/** The data that the start of a passkey ceremony stores for its finish. */
export type Ceremony =
  | {
      kind: "registration";
      email: string;
      name: string;
      /** The id of the new user, or of the user who adds a passkey. */
      userId: string;
      /** The session that adds a passkey to its account. Absent for a new account. */
      sessionId?: string;
      /** The invitation that the new account consumes, if sign-up requires one. */
      invitationId?: string;
    }
  | { kind: "login"; email?: string }
  | {
      kind: "recovery";
      email: string;
      /** The user whose account is recovered. */
      userId: string;
      /** The hash of the recovery code that permits the recovery. */
      codeHash: string;
    }
  | {
      kind: "reauthentication";
      /** The session whose user is authenticated again. */
      sessionId: string;
    };

type CeremonyOf<Kind extends Ceremony["kind"]> = Extract<Ceremony, { kind: Kind }>;

/** The `timeout` that clients get (60 s), plus 5 s for the network. */
const ttlSeconds = 65;

/** Ceremonies in progress, by their challenges. Every method rejects while Redis is unavailable. */
export function createCeremonyStore(redis: RedisClient) {
  return {
    /** Stores a ceremony under its challenge. */
    async startCeremony(challenge: string, ceremony: Ceremony): Promise<void> {
      await redis.set(ceremonyKeys.ceremony(challenge), JSON.stringify(ceremony), "EX", ttlSeconds);
    },

    /** Whether a challenge has a ceremony in progress. */
    async hasCeremony(challenge: string): Promise<boolean> {
      return (await redis.exists(ceremonyKeys.ceremony(challenge))) === 1;
    },

    /**
     * Returns and deletes the ceremony that a credential finishes, with its challenge. Atomic: only the first
     * call gets it, and the challenge is used up, whatever the outcome. Throws CeremonyError if the
     * credential is malformed, or if no ceremony of this kind has its challenge.
     */
    async takeCeremony<Kind extends Ceremony["kind"]>(
      kind: Kind,
      credential: Credential,
    ): Promise<{ challenge: string; ceremony: CeremonyOf<Kind> }> {
      const clientData = readClientData(credential);
      const json = await redis.getdel(ceremonyKeys.ceremony(clientData.challenge));
      checkCredential(credential, clientData);
      if (json === null) throw new CeremonyError("challenge");
      const ceremony = JSON.parse(json) as CeremonyOf<Kind>;
      if (ceremony.kind !== kind) throw new CeremonyError("ceremony");
      return { challenge: clientData.challenge, ceremony };
    },
  };
}
export type CeremonyStore = ReturnType<typeof createCeremonyStore>;
