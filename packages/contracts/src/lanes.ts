/** How many tasks of one kind a process runs, and how many wait, in all and of one account. */
export interface LaneSize {
  /** What the tasks are, in the plural. */
  readonly tasks: string;
  readonly running: number;
  readonly runningOfAccount: number;
  readonly waiting: number;
  readonly waitingOfAccount: number;
}

/**
 * The lanes that accounts share, in each process. An account gets no more than half of what is free, so that
 * there is always room for another one. docs/limits.md has this table.
 */
export const lanes = {
  /** Each holds a page and two images of up to 10 MiB. */
  pageChecks: { tasks: "page checks", running: 4, runningOfAccount: 2, waiting: 40, waitingOfAccount: 10 },
  /** A renderer processes one at a time. */
  uploads: { tasks: "uploads", running: 8, runningOfAccount: 1, waiting: 40, waitingOfAccount: 4 },
  /** A renderer processes one at a time. */
  proofs: { tasks: "proofs", running: 4, runningOfAccount: 1, waiting: 20, waitingOfAccount: 4 },
  exports: { tasks: "account exports", running: 16, runningOfAccount: 1, waiting: 20, waitingOfAccount: 1 },
  /** SMTP servers limit connections. */
  mails: { tasks: "mails", running: 2, runningOfAccount: 1, waiting: 1_000, waitingOfAccount: 50 },
  /** In each renderer, whose decoder has two processes. */
  remoteImages: {
    tasks: "remote images to decode",
    running: 4,
    runningOfAccount: 2,
    waiting: 2_048,
    waitingOfAccount: 1_024,
  },
  /** Deliveries wait in Redis. */
  webhooks: {
    tasks: "webhook deliveries",
    running: 64,
    runningOfAccount: 8,
    waiting: 0,
    waitingOfAccount: 0,
  },
} as const satisfies Record<string, LaneSize>;
