/** How many bytes of what others have sent a process keeps in memory for tasks of one kind. */
export interface BudgetSize {
  /** What the tasks are, in the plural. */
  readonly tasks: string;
  /** The most that one task keeps, in bytes. */
  readonly bytesOfTask: number;
  /** The same of all tasks; an account gets half of what others leave. At least two tasks. */
  readonly bytes: number;
}

/** How many tasks of one kind a process runs, and how many wait, in all and of one account. */
export interface LaneSize extends BudgetSize {
  readonly running: number;
  readonly runningOfAccount: number;
  readonly waiting: number;
  readonly waitingOfAccount: number;
}

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** The bodies of requests, from before they are received until the response. */
export const requestBodies: BudgetSize = {
  tasks: "request bodies",
  bytesOfTask: 4 * mebibyte,
  bytes: 64 * mebibyte,
};

/**
 * The lanes that accounts share, in each process. An account gets no more than half of what is free, so that
 * there is always room for another one. docs/limits.md has this table.
 */
export const lanes = {
  /** Each holds a page and two images of up to 10 MiB. */
  pageChecks: {
    tasks: "page checks",
    running: 4,
    runningOfAccount: 2,
    waiting: 40,
    waitingOfAccount: 10,
    bytesOfTask: 22 * mebibyte,
    bytes: 88 * mebibyte,
  },
  /** The pages of sites. */
  pageReads: {
    tasks: "page reads",
    running: 32,
    runningOfAccount: 8,
    waiting: 200,
    waitingOfAccount: 40,
    bytesOfTask: mebibyte,
    bytes: 32 * mebibyte,
  },
  /** A renderer processes one at a time. Their bytes count as request bodies. */
  uploads: {
    ...requestBodies,
    tasks: "uploads",
    running: 8,
    runningOfAccount: 1,
    waiting: 40,
    waitingOfAccount: 4,
  },
  /** A renderer processes one at a time. A proof has up to 148 thumbnails. */
  proofs: {
    tasks: "proofs",
    running: 4,
    runningOfAccount: 1,
    waiting: 20,
    waitingOfAccount: 4,
    bytesOfTask: 16 * mebibyte,
    bytes: 64 * mebibyte,
  },
  /** Images and documents are read 16 at a time. */
  exports: {
    tasks: "account exports",
    running: 16,
    runningOfAccount: 1,
    waiting: 20,
    waitingOfAccount: 1,
    bytesOfTask: 8 * mebibyte,
    bytes: 128 * mebibyte,
  },
  /** SMTP servers limit connections. */
  mails: {
    tasks: "mails",
    running: 2,
    runningOfAccount: 1,
    waiting: 1_000,
    waitingOfAccount: 50,
    bytesOfTask: 4 * kibibyte,
    bytes: 4 * mebibyte,
  },
  /** In each renderer, whose decoder has two processes. Files count while they are fetched, too. */
  remoteImages: {
    tasks: "remote images to decode",
    running: 4,
    runningOfAccount: 2,
    waiting: 2_048,
    waitingOfAccount: 1_024,
    bytesOfTask: 10 * mebibyte,
    bytes: 128 * mebibyte,
  },
  /** Deliveries wait in Redis. */
  webhooks: {
    tasks: "webhook deliveries",
    running: 64,
    runningOfAccount: 8,
    waiting: 0,
    waitingOfAccount: 0,
    bytesOfTask: 128 * kibibyte,
    bytes: 8 * mebibyte,
  },
} as const satisfies Record<string, LaneSize>;
