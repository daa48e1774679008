import { expect } from "vitest";
import type { KilledShop } from "../crash/open-killed-shop.ts";
import { GATE, WAITING } from "../engine/open-reviewed-shop.ts";

const WAIT = { timeout: 180_000, interval: 250 };
const KINDS = ["approved", "redone", "closed", "pressed"] as const;

/** What a pull request and its task look like in the end. */
type EndState = { kind: string; checks: string[][]; comments: number; pull: string; log: string[] };

/** Takes pull requests of every kind to their ends, one after the other. Returns what reads their state. */
export async function runScript(
  shop: KilledShop,
  rounds: number,
): Promise<() => Promise<EndState[]>> {
  const ends: (() => Promise<EndState>)[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const kind of KINDS) ends.push(await followPull(shop, kind, `${kind}-${round}`));
  return () => Promise.all(ends.map((end) => end()));
}

async function followPull(
  shop: KilledShop,
  kind: (typeof KINDS)[number],
  branch: string,
): Promise<() => Promise<EndState>> {
  const { repository, hub } = shop;
  const { admin } = hub;
  const push = (text: string) => shop.pushBranch(branch, { [`${branch}.txt`]: text });
  const checksOf = async (commit: string) => {
    const runs = await admin.readCheckRuns({ repository, commit });
    return runs.map(({ name, status, conclusion }) => `${name} ${conclusion ?? status}`);
  };
  const waits = (commit: string) => expect.poll(() => checksOf(commit), WAIT).toEqual([WAITING]);
  const heads = [await push("1\n")];
  const head = () => heads.at(-1) ?? "";
  const { number } = await admin.openPull({ repository, author: "ana", head: branch });
  const review = (event: "APPROVE" | "REQUEST_CHANGES") =>
    admin.reviewPull({ repository, number, by: "ben", event, commit: head() });
  const until = (state: string) => expect.poll(() => shop.statesOf(number), WAIT).toEqual([state]);
  await waits(head());
  if (kind === "redone") {
    await review("REQUEST_CHANGES");
    await expect.poll(() => checksOf(head()), WAIT).toEqual([`${GATE} failure`]);
    await expect.poll(() => admin.readComments({ repository, number }), WAIT).toHaveLength(1);
    heads.push(await push("2\n"));
    await waits(head());
  }
  if (kind === "closed") await admin.changePull({ repository, number, by: "ana", state: "closed" });
  else if (kind === "pressed") {
    const [run] = await admin.readCheckRuns({ repository, commit: head() });
    await admin.pressButton({ id: run?.id ?? 0, button: "approve", by: "ben" });
  } else await review("APPROVE");
  await until(kind === "closed" ? "rejected" : "done");

  return async () => ({
    kind,
    checks: await Promise.all(heads.map(checksOf)),
    comments: (await admin.readComments({ repository, number })).length,
    pull: (await admin.readPull({ repository, number })).state,
    log: await readTypes(shop, number),
  });
}

/** The types of the entries in the log of a pull request's only task. */
async function readTypes(shop: KilledShop, number: number): Promise<string[]> {
  const { items } = await shop.client().listTasks({ limit: 200 });
  const tasks = items.filter(({ location }) => location?.branch === `pull/${number}`);
  const logs = await Promise.all(tasks.map(({ task }) => shop.client().readLog({ task })));
  return logs.flatMap(({ items: entries }) => entries.map(({ event }) => event.type));
}
