import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  AppError,
  proofJobPolicy,
  proofKey,
  proofTtlMs,
  renderKeys,
  type Proof,
  type ProofJob,
  type ProofOutcome,
} from "@placard/contracts";
import type { Platform } from "../platform.ts";
import type { QueueAdmission } from "../images/queue-admission.ts";

/** The requests that a proof counts as: it draws up to 148 cards. */
export const proofCost = 20;

/** The most proofs that wait in the queue. */
const maxWaiting = 20;
/** The interval between two looks for an outcome, in ms. */
const pollMs = 200;

/** Creates the function that lets a renderer draw a document and the current version of its template. */
export function createProofs(
  { store, queues: { proofs: queue }, redis, logger, now }: Platform,
  { checkRenderer }: QueueAdmission,
) {
  async function awaitOutcome(jobId: string): Promise<ProofOutcome> {
    const giveUpAt = performance.now() + proofTtlMs;
    while (performance.now() < giveUpAt) {
      await delay(pollMs);
      const json = await redis.get(renderKeys.proofOutcome(jobId));
      if (json !== null) return JSON.parse(json) as ProofOutcome;
      await checkRenderer(); // none is left that could take the job
    }
    return { failure: "expired" };
  }

  return {
    /**
     * Draws a proof. Rejects with AppError `unavailable`, `overloaded`, `render_failed` or `render_timeout`,
     * or with StorageUnavailableError.
     */
    async draw(proof: Omit<ProofJob, "id" | "deadline">): Promise<Proof> {
      await checkRenderer();
      if ((await queue.getWaitingCount()) >= maxWaiting)
        throw new AppError("overloaded", {
          message: "Too many proofs are waiting to be drawn. Retry after the `Retry-After` interval.",
          retryAfterSeconds: 10,
        });
      const id = randomBytes(24).toString("base64url");
      const job = { ...proof, id, deadline: now() + proofTtlMs };
      await queue.add("proof", job, { ...proofJobPolicy, jobId: `proof-${id}` });
      const outcome = await awaitOutcome(id);
      if ("failure" in outcome) {
        if (outcome.failure !== "expired") throw new AppError(outcome.failure);
        const message = "Drawing the proof timed out: the renderers are busy. Try again later.";
        throw new AppError("render_timeout", { message });
      }
      const key = proofKey(proof.owner, id);
      const stored = await store.get(key);
      if (!stored) throw new AppError("unavailable", { cause: new Error(`${key} is not stored`) });
      await store.delete(key).catch((error: unknown) => {
        logger.warn({ requestId: proof.requestId, err: error }, "proof deletion failed"); // it expires
      });
      return JSON.parse(stored.bytes.toString()) as Proof;
    },
  };
}
export type Proofs = ReturnType<typeof createProofs>;
