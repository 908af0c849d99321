/** Sums of numbers, by account and in total. */
export class AccountCounts {
  readonly #counts = new Map<string, number>();
  total = 0;

  of(account: string): number {
    return this.#counts.get(account) ?? 0;
  }

  add(account: string, change: number): void {
    this.total += change;
    const count = this.of(account) + change;
    if (count === 0) this.#counts.delete(account);
    else this.#counts.set(account, count);
  }
}
