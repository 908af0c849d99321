import { Redis } from "ioredis";

/**
 * Changes a session in Redis as if its user had been authenticated more than 5 minutes ago. Sensitive actions
 * then require a re-authentication. `token` is the session's.
 */
export async function expireAuthentication(redisUrl: string, token: string): Promise<void> {
  const { sid } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const redis = new Redis(redisUrl);
  try {
    const added = await redis.hset(`{placard}:session:${sid}`, "authenticatedAt", Date.now() - 301_000);
    if (added !== 0) throw new Error("the session had no time of its authentication");
  } finally {
    redis.disconnect();
  }
}
