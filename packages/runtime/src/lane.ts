import type { LaneSize } from "@placard/contracts";
import { AccountCounts } from "./account-counts.ts";
import { laneOverloaded } from "./byte-budget.ts";

/** A task that waits. */
interface Waiter {
  readonly account: string;
  readonly start: () => void;
}

/**
 * A semaphore that accounts share. An account runs and waits with at most half of what is free, so that it
 * leaves room for others. Of the accounts that wait, the one that was served longest ago is next.
 */
export class Lane {
  readonly #size: LaneSize;
  readonly #running = new AccountCounts();
  readonly #waiting = new AccountCounts();
  /** In the order in which they came. */
  readonly #waiters: Waiter[] = [];
  /** When each account with waiting or running tasks was served. */
  readonly #served = new Map<string, number>();
  #turn = 0;
  #onIdle: (() => void)[] = [];

  constructor(size: LaneSize) {
    this.#size = size;
  }

  /** The tasks that are running or waiting. */
  get count(): number {
    return this.#running.total + this.#waiting.total;
  }

  /** Takes a place for an account. Returns the function that releases it; undefined if there is none. */
  take(account: string): (() => void) | undefined {
    const { running, runningOfAccount } = this.#size;
    if (!hasRoom(this.#running.of(account), runningOfAccount, running - this.#running.total))
      return undefined;
    this.#running.add(account, 1);
    this.#served.set(account, ++this.#turn);
    return () => this.#release(account);
  }

  /**
   * Runs a task of an account when it has a place. Rejects with AppError `overloaded` if too many wait, with
   * the signal's reason if it aborts before the start, and otherwise as the task does.
   */
  async run<T>(account: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const release = this.take(account) ?? (await this.#wait(account, signal));
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** Whether another task of an account would be rejected. */
  isFull(account: string): boolean {
    const { running, runningOfAccount, waiting, waitingOfAccount } = this.#size;
    return !(
      hasRoom(this.#running.of(account), runningOfAccount, running - this.#running.total) ||
      hasRoom(this.#waiting.of(account), waitingOfAccount, waiting - this.#waiting.total)
    );
  }

  /** Resolves when nothing runs or waits. */
  async onIdle(): Promise<void> {
    if (this.count > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  #wait(account: string, signal: AbortSignal | undefined): Promise<() => void> {
    if (this.isFull(account)) throw laneOverloaded(this.#size);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        this.#waiting.add(account, -1);
        signal?.removeEventListener("abort", cancel);
      };
      const cancel = () => {
        leave();
        this.#forget(account);
        reject(signal!.reason as Error);
      };
      const waiter = {
        account,
        start: () => {
          leave();
          resolve(this.take(account)!);
        },
      };
      this.#waiters.push(waiter);
      this.#waiting.add(account, 1);
      signal?.addEventListener("abort", cancel);
    });
  }

  #release(account: string): void {
    this.#running.add(account, -1);
    const { running, runningOfAccount } = this.#size;
    for (;;) {
      const free = running - this.#running.total;
      const next = this.#waiters
        .filter((each) => hasRoom(this.#running.of(each.account), runningOfAccount, free))
        .reduce<Waiter | undefined>(
          (a, b) => (a && this.#servedAt(a) <= this.#servedAt(b) ? a : b),
          undefined,
        );
      if (!next) break;
      next.start();
    }
    this.#forget(account);
  }

  #servedAt({ account }: Waiter): number {
    return this.#served.get(account) ?? 0;
  }

  #forget(account: string): void {
    if (this.#running.of(account) + this.#waiting.of(account) === 0) this.#served.delete(account);
    if (this.count > 0) return;
    for (const resolve of this.#onIdle) resolve();
    this.#onIdle = [];
  }
}

/** Whether an account with a number of places gets another one, of those that are free. */
function hasRoom(count: number, max: number, free: number): boolean {
  return count < Math.min(max, free / 2);
}
