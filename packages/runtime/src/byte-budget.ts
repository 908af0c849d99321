import { AppError, type BudgetSize } from "@placard/contracts";
import { AccountCounts } from "./account-counts.ts";

/** The bytes that accounts keep in memory. Each gets half of what others leave. */
export class ByteBudget {
  readonly #size: BudgetSize;
  readonly #bytes = new AccountCounts();

  constructor(size: BudgetSize) {
    this.#size = size;
  }

  /**
   * Counts bytes that an account keeps. They stay counted until the same number is dropped. Throws AppError
   * `overloaded` if the account has its share, or if there is no room.
   */
  hold(account: string, bytes: number): void {
    const held = this.#bytes.of(account);
    const share = Math.max(this.#size.bytesOfTask, (this.#size.bytes - this.#bytes.total + held) / 2);
    if (held + bytes > share || this.#bytes.total + bytes > this.#size.bytes)
      throw laneOverloaded(this.#size);
    this.#bytes.add(account, bytes);
  }

  /** Ends the count of bytes that `hold` has counted. */
  drop(account: string, bytes: number): void {
    this.#bytes.add(account, -bytes);
  }
}

/** The error of a task that there is no room for. */
export function laneOverloaded({ tasks }: BudgetSize): AppError {
  return new AppError("overloaded", {
    message: `Too many ${tasks} are waiting. Retry after the \`Retry-After\` interval.`,
    retryAfterSeconds: 5,
  });
}
