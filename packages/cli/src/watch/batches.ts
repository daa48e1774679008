/** Collects what comes in quick succession and hands it on together, one batch after another. */
export type Batches<Item> = { add(items: readonly Item[]): void; end(): Promise<void> };

/** `quietMs`: a batch ends when nothing was added for so long. */
export function createBatches<Item>(
  quietMs: number,
  handle: (items: readonly Item[]) => Promise<void>,
): Batches<Item> {
  let waiting: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const flush = (): void => {
    const items = waiting;
    waiting = [];
    if (items.length > 0) work = work.then(() => handle(items));
  };
  return {
    add(items) {
      waiting.push(...items);
      clearTimeout(timer);
      timer = setTimeout(flush, quietMs);
    },
    async end() {
      clearTimeout(timer);
      flush();
      await work;
    },
  };
}
