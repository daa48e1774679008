import { setTimeout as sleep } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import { readTogether } from "../platform/read-once.ts";
import { transact } from "../platform/transact.ts";
import type { Seal } from "../ports/seal-body.ts";
import { compareCopy } from "./compare-copy.ts";
import { requireCopy, type SealDeps, sealOnce } from "./seal-once.ts";
import {
  findTasksBehind,
  isSealed,
  type LogHead,
  MAX_EVENTS,
  readLastSeal,
  readStreamHead,
} from "./seal-store.ts";

export type Sealer = {
  start(): void;
  /** Seals the remaining entries and stops. */
  stop(): Promise<void>;
  /**
   * Waits until a task's log is sealed up to an entry, in the database and in the external copy. Makes a seal
   * if needed.
   */
  untilSealed(org: string, task: string, seq: number): Promise<void>;
  /** Seals all current entries. */
  sealAll(org: string): Promise<void>;
};

export type SealerOptions = SealDeps & {
  /** The organisations that are sealed periodically. */
  orgs: readonly string[];
  /** Milliseconds between the starts of two seals of an organisation. */
  everyMs: number;
  /** Milliseconds between seals while a merge waits for one. Default 100. */
  soonMs?: number;
  onFailed(org: string, error: unknown): void;
};

export const SEAL_EVERY_MS = 1_000;
/** Keeps merges of one branch, which run one after the other, from waiting a full interval each. */
const SEAL_SOON_MS = 100;
const MAX_TRIES = 5;

/** The state of one organisation's sealing in this process. */
type Sealing = {
  /** The position up to which the stream was read. Null before the first read. */
  place: LogHead | null;
  named: Set<string>;
  begunMs: number;
  /** The next run, while it has not started. */
  soon: Promise<void> | null;
  /** Ends the wait for the next run early. */
  hurry: AbortController;
  running: Promise<void>;
};

/** Seals each organisation periodically, and sooner when a merge waits for a seal. */
export function sealLoop({ orgs, everyMs, onFailed, ...given }: SealerOptions): Sealer {
  const { soonMs = Math.min(SEAL_SOON_MS, everyMs), ...parts } = given;
  const known = new Map<string, Sealing>();
  const end = new AbortController();
  const of = (org: string): Sealing => {
    const found = known.get(org);
    if (found !== undefined) return found;
    const named = new Set<string>();
    const running = Promise.resolve();
    const hurry = new AbortController();
    const made = { place: null, named, begunMs: -everyMs, soon: null, hurry, running };
    known.set(org, made);
    return made;
  };
  const sealSoon = (org: string): Promise<void> => {
    const sealing = of(org);
    sealing.soon ??= (async () => {
      await sealing.running.catch(() => undefined);
      await rest(sealing, everyMs, [sealing.hurry.signal, end.signal]);
      await rest(sealing, soonMs, [end.signal]);
      sealing.begunMs = performance.now();
      sealing.soon = null;
      sealing.hurry = new AbortController();
      sealing.running = sealNew(parts, org, sealing);
      await sealing.running;
    })();
    return sealing.soon;
  };
  let isStarted = false;
  const loop = async (org: string) => {
    let isFailing = false;
    while (isStarted)
      try {
        await sealSoon(org);
        isFailing = false;
      } catch (error) {
        if (!isFailing) onFailed(org, error); // once, not every second
        isFailing = true;
      }
  };
  let loops: Promise<void>[] = [];
  return {
    start() {
      isStarted = true;
      loops = orgs.map(loop);
    },
    async stop() {
      if (!isStarted) return;
      isStarted = false;
      end.abort();
      await Promise.all(loops);
    },
    async untilSealed(org, task, seq) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        if (await isSealedAndCopied(parts, org, task, seq)) return;
        await requireCopy(parts, org);
        of(org).named.add(task);
        const sealed = sealSoon(org);
        of(org).hurry.abort();
        await sealed;
      }
      throw new CountersignError("timed_out", `${task} could not be sealed up to entry ${seq}`);
    },
    async sealAll(org) {
      const sealing = of(org);
      await sealing.running.catch(() => undefined);
      sealing.running = lookFromTheStart(parts, org, sealing);
      await sealing.running;
    },
  };
}

/** Checks without a lock. A copy that is behind or lost is left to {@link requireCopy}. */
async function isSealedAndCopied(
  { pool, copy }: SealDeps,
  org: string,
  task: string,
  seq: number,
): Promise<boolean> {
  const [last, isSealedThere] = await readTogether<[Seal | null, boolean]>(pool, org, [
    readLastSeal,
    (session) => isSealed(session, task, seq),
  ]);
  return isSealedThere && compareCopy(await copy.last(org), last).is === "same";
}

/** Waits until some time after the last run started, or until a signal aborts the wait. */
async function rest({ begunMs }: Sealing, ms: number, ends: readonly AbortSignal[]): Promise<void> {
  const waitMs = begunMs + ms - performance.now();
  if (waitMs > 0)
    await sleep(waitMs, undefined, { signal: AbortSignal.any([...ends]) }).catch(() => undefined);
}

async function lookFromTheStart(deps: SealDeps, org: string, sealing: Sealing): Promise<void> {
  sealing.place = null;
  await sealNew(deps, org, sealing);
}

/** Reads everything since the last run and seals it. */
async function sealNew(deps: SealDeps, org: string, sealing: Sealing): Promise<void> {
  if (sealing.place === null) {
    await requireCopy(deps, org);
    sealing.place = await findBehind(deps, org, sealing.named);
  }
  for (;;) {
    const named = [...sealing.named].slice(0, MAX_EVENTS);
    const { next, isAll } = await sealOnce(deps, org, sealing.place, named);
    for (const task of named) sealing.named.delete(task);
    sealing.place = next ?? sealing.place;
    if (isAll && sealing.named.size === 0) return;
  }
}

/** Finds what was unsealed when this process started, and the position of the stream at that time. */
async function findBehind({ pool }: SealDeps, org: string, named: Set<string>): Promise<LogHead> {
  const place = await transact(pool, org, readStreamHead);
  let after: string | null = "";
  while (after !== null) {
    const from: string = after;
    const found = await transact(pool, org, (session) => findTasksBehind(session, from));
    for (const task of found.tasks) named.add(task);
    after = found.next;
  }
  return place;
}
