import { randomBytes } from "node:crypto";
import { createOwnedRecords, hashSecret, isAccountDisabled } from "@placard/accounts";
import { AppError } from "@placard/contracts";
import { defineScript } from "@placard/runtime";
import type { Platform } from "../platform.ts";
import type { DocumentInput } from "./document-input.ts";

/** A template as it was when it was sent for review. Anybody with the link can see it. Times are epoch ms. */
export interface Review {
  /** The SHA-256 of the token in the link. */
  id: string;
  /** The ID of the template. */
  template: string;
  name: string;
  document: DocumentInput;
  createdAt: number;
  expiresAt: number;
}

/** What somebody with the link wrote. */
export interface ReviewComment {
  name?: string;
  text: string;
  /** ISO 8601. */
  createdAt: string;
}

const maxReviews = 10;
const maxComments = 50;
const reviewTtlMs = 14 * 86_400_000;

const reviewKeys = {
  /** Hash: review ID → JSON of a `Review`. An expired one is deleted when it is next read. */
  reviewsOf: (accountId: string) => `{placard}:reviews-of:${accountId}`,
  /** String: the ID of the account of a review. Does not expire; deleted with the review or the account. */
  ownerOf: (reviewId: string) => `{placard}:review-owner:${reviewId}`,
  /** List: JSON of each `ReviewComment`, newest first. Deleted with the review or the account. */
  commentsOf: (reviewId: string) => `{placard}:review-comments:${reviewId}`,
} as const;

const belongingsOf = (id: string) => ({
  keys: [reviewKeys.commentsOf(id)],
  ownerKeys: [reviewKeys.ownerOf(id)],
});

// A review that was deleted gets no comments.
const addCommentScript = defineScript(`
if redis.call("HEXISTS", keys.reviews, args.id) == 0 then return "absent" end
if redis.call("LLEN", keys.comments) >= args.max then return "full" end
redis.call("LPUSH", keys.comments, args.json)
return "added"`);

/** The reviews of accounts. Every method rejects while Redis is unavailable. */
export function createReviews({ redis, now }: Pick<Platform, "redis" | "now">) {
  const keyOf = reviewKeys.reviewsOf;
  const records = createOwnedRecords<Review>({ redis, keyOf, noun: "review", max: maxReviews });
  const remove = (owner: string, id: string) => records.delete(owner, id, belongingsOf(id));

  /** The reviews of an account that have not expired, newest first. */
  async function list(owner: string): Promise<Review[]> {
    const all = await records.list(owner);
    const expired = all.filter(({ expiresAt }) => expiresAt <= now());
    await Promise.all(expired.map(({ id }) => remove(owner, id)));
    return all.filter((each) => !expired.includes(each)).toSorted((a, b) => b.createdAt - a.createdAt);
  }

  return {
    list,

    /** Deletes a review: its link ends. Returns false if the account does not have it. */
    delete: remove,

    /** Deletes the reviews of one template. */
    async deleteOf(owner: string, templateId: string): Promise<void> {
      const all = await records.list(owner);
      const found = all.filter(({ template }) => template === templateId);
      await Promise.all(found.map(({ id }) => remove(owner, id)));
    },

    /** Creates a review, and the token of its link, which is not stored. Throws the errors of `put`. */
    async create(
      owner: string,
      snapshot: Pick<Review, "template" | "name" | "document">,
    ): Promise<{ review: Review; token: string }> {
      await list(owner); // expired ones do not count
      const token = randomBytes(32).toString("base64url");
      const id = hashSecret(token);
      const review = { ...snapshot, id, createdAt: now(), expiresAt: now() + reviewTtlMs };
      await records.put(owner, id, review, belongingsOf(id));
      return { review, token };
    },

    /** The review of a link; undefined if it was deleted or has expired, or if its account is disabled. */
    async find(token: string): Promise<(Review & { owner: string }) | undefined> {
      const id = hashSecret(token);
      const owner = await redis.get(reviewKeys.ownerOf(id));
      if (owner === null || (await isAccountDisabled(redis, owner))) return undefined;
      const review = await records.find(owner, id);
      if (review && review.expiresAt > now()) return { ...review, owner };
      await remove(owner, id);
      return undefined;
    },

    /** The comments on a review, newest first. */
    async listComments(id: string): Promise<ReviewComment[]> {
      const comments = await redis.lrange(reviewKeys.commentsOf(id), 0, -1);
      return comments.map((json) => JSON.parse(json) as ReviewComment);
    },

    /** Returns false if the review was deleted. Throws AppError `limit_reached`. */
    async addComment(owner: string, id: string, comment: ReviewComment): Promise<boolean> {
      const keys = { reviews: keyOf(owner), comments: reviewKeys.commentsOf(id) };
      const outcome = await addCommentScript(redis, keys, {
        id,
        json: JSON.stringify(comment),
        max: maxComments,
      });
      if (outcome === "full")
        throw new AppError("limit_reached", {
          message: `A review can have at most ${maxComments} comments. Ask for a new link.`,
        });
      return outcome === "added";
    },
  };
}
export type Reviews = ReturnType<typeof createReviews>;
