import type { RedisClient } from "@placard/runtime";
import { ceremonyKeys } from "./account-keys.ts";

/** What a ceremony's start knows and its finish has to fit. */
export type Ceremony =
  | {
      kind: "registration";
      email: string;
      name: string;
      /** The new user's id, or that of the account which gets another passkey. */
      userId: string;
      /** The session that asked to add a passkey to its account; absent where the account is yet to be made. */
      sessionId?: string;
    }
  | { kind: "login"; email?: string };

/** How long a challenge is good for: the ceremony's own time-out of 60 s and some for the way. */
const lifeSeconds = 65;

/** Ceremonies under way, by their challenges. Every method rejects where Redis is out of reach. */
export function createCeremonies(redis: RedisClient) {
  return {
    /** Remembers what a challenge was made for. */
    async begin(challenge: string, ceremony: Ceremony): Promise<void> {
      await redis.set(ceremonyKeys.ceremony(challenge), JSON.stringify(ceremony), "EX", lifeSeconds);
    },

    /** What a challenge was made for, once: whoever asks first uses it up. */
    async take(challenge: string): Promise<Ceremony | undefined> {
      const json = await redis.getdel(ceremonyKeys.ceremony(challenge));
      return json === null ? undefined : (JSON.parse(json) as Ceremony);
    },
  };
}
export type Ceremonies = ReturnType<typeof createCeremonies>;
