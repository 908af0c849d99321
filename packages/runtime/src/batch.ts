/** Receives a reply, or the error of the batch. Must not throw. */
export type ReceiveReply<Reply> = (error: unknown, reply?: Reply) => void;

/**
 * Creates a function that processes an item together with those of other requests in the same iteration of the event loop, at most
 * `maxItems`, so that they share one Redis command. `run` resolves with a reply for each item, in their order. If it rejects, all of
 * them receive the error.
 */
export function createBatch<Item, Reply>(
  maxItems: number,
  run: (items: readonly Item[]) => Promise<readonly Reply[]>,
): (item: Item, receive: ReceiveReply<Reply>) => void {
  let waiting: { item: Item; receive: ReceiveReply<Reply> }[] = [];

  function runAll(): void {
    const all = waiting;
    waiting = [];
    for (let i = 0; i < all.length; i += maxItems) runBatch(all.slice(i, i + maxItems));
  }

  function runBatch(batch: typeof waiting): void {
    run(batch.map(({ item }) => item)).then(
      (replies) => {
        for (const [i, { receive }] of batch.entries()) receive(undefined, replies[i]);
      },
      (error: unknown) => {
        for (const { receive } of batch) receive(error);
      },
    );
  }

  return (item, receive) => {
    if (waiting.length === 0) setImmediate(runAll);
    waiting.push({ item, receive });
  };
}
