import type { QueueName } from "../ports/effect-queue.ts";

/** Maximum parallel jobs per queue and process. */
export type QueueLimits = Record<QueueName, number>;

/** Stands for one pool of graphile-worker, whose idle workers wait at the gate. */
type PoolKey = object;

/** Milliseconds after which a fetch in vain is repeated, because fetches at the same time hide partitions from each other. */
const REPEAT_MS = 50;
/** Maximum parallel fetches. Each waits for the disk, so one at a time would limit the jobs per second. */
const MAX_FETCHES = 6;

/**
 * Decides when a worker may fetch a job, and from which queues.
 *
 * Without it, each notification would make every queue of every process query the database. A running fetch
 * counts as a job of every queue, so that no queue exceeds its limit.
 */
export class FetchGate {
  readonly #limits: QueueLimits;
  readonly #names: readonly QueueName[] = ["effects", "merges", "reviewers"];
  readonly #running: QueueLimits = { effects: 0, merges: 0, reviewers: 0 };
  readonly #open = new Set<PoolKey>();
  readonly #dismissed = new WeakSet<PoolKey>();
  #waiting: { pool: PoolKey; pass: (full: string[]) => void }[] = [];
  readonly #fetching = new Map<PoolKey, number>();
  #announced = 0;
  #isProbeWanted = false;
  #isProbing = false;
  /** A queue at its limit was left out of a fetch. */
  #hasExcluded = false;
  /** A fetch found nothing, perhaps because a running job holds its partition. */
  #hasMissed = true;
  #handoffs = 0;
  #repeat: NodeJS.Timeout | null = null;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Waits until a fetch is worth it. Returns the queues that are at their limit. */
  admit(pool: PoolKey): Promise<string[]> {
    return new Promise((pass) => {
      if (this.#dismissed.has(pool)) return pass([]);
      this.#waiting.push({ pool, pass });
      this.#letPass();
    });
  }

  /** Lets a pool fetch, and looks for jobs. */
  open(pool: PoolKey): void {
    this.#open.add(pool);
    this.probe();
  }

  /** Lets a pool fetch nothing more. */
  close(pool: PoolKey): void {
    this.#open.delete(pool);
  }

  /** Lets all workers of a closed pool pass, because the pool itself fetches nothing more. */
  dismiss(pool: PoolKey): void {
    this.#dismissed.add(pool);
    this.#fetching.delete(pool);
    const leaving = this.#waiting.filter((waiting) => waiting.pool === pool);
    this.#waiting = this.#waiting.filter((waiting) => waiting.pool !== pool);
    for (const { pass } of leaving) pass([]);
  }

  /** Allows one fetch for each job that a process has added. */
  announce(count: number): void {
    const slots = this.#names.reduce((sum, name) => sum + this.#limits[name], 0);
    this.#announced = Math.min(this.#announced + count, slots);
    this.#letPass();
  }

  /** Fetches until no job is left. */
  probe(): void {
    this.#isProbeWanted = true;
    this.#letPass();
  }

  /** Records the end of a fetch, with a job of this queue or without one. */
  onFetched(pool: PoolKey, queue: QueueName | null): void {
    if (queue !== null) this.#running[queue] += 1;
    const fetching = this.#fetching.get(pool) ?? 0;
    if (fetching === 0) return; // let through after the pool had stopped
    this.#fetching.set(pool, fetching - 1);
    if (queue === null) this.#missed();
    else if (this.#isProbing) this.#announced += 1;
    if (queue !== null && this.#isProbing) this.#isProbeWanted = true;
    this.#letPass();
  }

  onEnded(queue: QueueName): void {
    this.#running[queue] -= 1;
    if (this.#hasExcluded) this.#isProbeWanted = true;
    this.#hasExcluded = false;
    if (queue !== "effects" && this.#hasMissed) this.#handoffs = 2;
    this.#letPass();
  }

  /**
   * Follows the connections that return to the pool. A partition is free only when the end of its job is
   * written, which graphile-worker does not report.
   */
  onConnectionReleased(): void {
    if (this.#handoffs === 0) return;
    this.#handoffs -= 1;
    this.probe();
  }

  #missed(): void {
    const { merges, reviewers } = this.#running;
    this.#hasMissed = !this.#isProbing || merges + reviewers > 0;
    if (this.#isProbing && this.#fetches() === 0) return;
    this.#repeat ??= setTimeout(() => {
      this.#repeat = null;
      this.probe();
    }, REPEAT_MS).unref();
  }

  #letPass(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const full = this.#names.filter((name) => this.#isFull(name));
      this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
      this.#fetching.set(next.pool, (this.#fetching.get(next.pool) ?? 0) + 1);
      this.#isProbing = this.#announced === 0;
      if (this.#isProbing) this.#isProbeWanted = false;
      else this.#announced -= 1;
      this.#hasExcluded ||= full.length > 0;
      next.pass(full);
    }
  }

  /** Returns the worker that may fetch next, if a fetch is worth it. */
  #next() {
    if (this.#announced === 0 && !this.#isProbeWanted) return undefined;
    if (this.#fetches() >= MAX_FETCHES) return undefined;
    if (this.#names.every((name) => this.#isFull(name))) return undefined;
    return this.#waiting.find(({ pool }) => this.#open.has(pool));
  }

  #isFull(name: QueueName): boolean {
    return this.#running[name] + this.#fetches() >= this.#limits[name];
  }

  #fetches(): number {
    return [...this.#fetching.values()].reduce((sum, count) => sum + count, 0);
  }
}
