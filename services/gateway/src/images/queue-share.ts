/** The places of a queue, and who has taken them. */
interface QueueShare {
  /** QUEUE_LIMIT: the number of jobs of a single account at which a queue is full. */
  limit: number;
  /** Waiting jobs of all accounts. */
  waiting: number;
  /** Waiting jobs of the account that wants to enqueue another one. */
  ofAccount: number;
  /** Whether the job is part of a batch. */
  isBulk: boolean;
}

/**
 * Why a job is not admitted. `queue_full`: there is no room; `account_share`: the account has its share of a
 * queue that others use as well; `batch_share`: the account's batches have theirs.
 */
export const queueRejections = ["queue_full", "account_share", "batch_share"] as const;
export type QueueRejection = (typeof queueRejections)[number];

/** The share of a queue that an account may fill while others wait. */
const contendedShare = 0.5;

/** Places above the limit for accounts with few waiting jobs, as a share of the limit. */
const reserveShare = 0.5;

/** The share of its places that an account may fill with batches; the rest is for its single requests. */
const bulkShare = 0.5;

/**
 * Decides whether an account may enqueue another job (decision 15). Alone, it may fill the queue up to the
 * limit. While others wait, it may fill half of it. Above the limit is a reserve, of which an account may
 * take no more than it leaves to others: there is always room for an account with few waiting jobs. The queue
 * never exceeds limit plus reserve. Returns the reason if the job is not admitted.
 */
export function checkQueueShare({
  limit,
  waiting,
  ofAccount,
  isBulk,
}: QueueShare): QueueRejection | undefined {
  const factor = isBulk ? bulkShare : 1;
  const isAlone = waiting <= ofAccount;
  const share = (isAlone ? 1 : contendedShare) * factor * limit;
  const places = (1 + reserveShare) * limit - waiting;
  if (ofAccount < share && (isAlone || ofAccount < factor * places)) return undefined;
  if (isBulk) return "batch_share";
  return !isAlone && ofAccount >= share ? "account_share" : "queue_full";
}
