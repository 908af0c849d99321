import { randomBytes } from "node:crypto";
import {
  AppError,
  lanes,
  proofKey,
  proofTtlMs,
  renderKeys,
  type Proof,
  type ProofJob,
  type ProofOutcome,
} from "@placard/contracts";
import { Lane } from "@placard/runtime";
import type { Platform } from "../platform.ts";
import type { QueueAdmission } from "../images/queue-admission.ts";
import { runJob } from "../queues.ts";

/** The requests that a proof counts as: it draws up to 148 cards. */
export const proofCost = 20;

type NewProof = Omit<ProofJob, "id" | "deadline">;

/** Creates the function that lets a renderer draw a document and the current version of its template. */
export function createProofs(
  { store, queues: { proofs: queue }, redis, logger, now }: Platform,
  { checkRenderer }: QueueAdmission,
) {
  const lane = new Lane(lanes.proofs);

  return {
    /**
     * Draws a proof, unless the signal aborts before it has started. Rejects with AppError `unavailable`,
     * `overloaded`, `render_failed` or `render_timeout`, or with StorageUnavailableError.
     */
    async draw(proof: NewProof, signal: AbortSignal): Promise<Proof> {
      await checkRenderer();
      return await lane.run(proof.owner, () => drawInRenderer(proof, signal), signal);
    },
  };

  async function drawInRenderer(proof: NewProof, signal: AbortSignal): Promise<Proof> {
    const id = randomBytes(24).toString("base64url");
    const job: ProofJob = { ...proof, id, deadline: now() + proofTtlMs };
    const wait = { redis, checkRenderer, timeoutMs: proofTtlMs, signal };
    const outcome = await runJob<ProofOutcome>(queue, job, renderKeys.proofOutcome(id), wait);
    if (!outcome || "failure" in outcome) {
      if (outcome && outcome.failure !== "expired") throw new AppError(outcome.failure);
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
  }
}
export type Proofs = ReturnType<typeof createProofs>;
