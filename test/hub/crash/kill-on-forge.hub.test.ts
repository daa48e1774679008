import { beforeAll, describe, expect, inject, it } from "vitest";
import { WITH_FORGE } from "../../crash/boundary-groups.ts";
import { createFollower, type Moment } from "./follow-pull.ts";
import { type KilledShop, openKilledShop } from "./open-killed-shop.ts";

const PUBLISH = ["publish.begun", "publish.told", "publish.saved"];
const READ = ["webhook.recorded", "change.read"];
const SUBMIT = ["change.fetched", "change.prepared", "change.submitted"];
const FETCH = ["remote.fetched", "remote.accepted"];
const START = ["poll.listed", "deliveries.listed"];
const REQUEST = ["forge_merge.checked", "forge_merge.requested"];
const PUSH = ["forge_push.aside", "forge_push.shown", "forge_push.pushed"];
const QUEUE = ["forge_merge.checked", "forge_queue.requested"];

const QUEUE_RULES = [{ type: "merge_queue" }];

/** Every way to merge, and the boundaries at each moment. */
const LIVES = [
  {
    through: "host",
    rules: [],
    open: [...READ, ...SUBMIT, ...FETCH, ...PUBLISH],
    redo: [...READ, ...PUBLISH],
    approve: [...READ, ...FETCH, ...PUBLISH, ...REQUEST],
  },
  {
    through: "push",
    rules: [],
    open: [],
    redo: [],
    approve: [...FETCH, ...PUSH],
  },
  {
    through: "queue",
    rules: QUEUE_RULES,
    open: [],
    redo: [],
    approve: ["webhook.recorded", ...QUEUE],
  },
];

const ANY: readonly Moment[] = ["open", "approve", "open", "approve", "redo"];
const MERGE: readonly Moment[] = ["approve"];

/** The boundaries of `publish` and of every merge, and the moments at which they are passed. */
const REPEATED = [
  ...PUBLISH.map((at) => ({ at, through: "host", rules: [], moments: ANY })),
  ...REQUEST.map((at) => ({ at, through: "host", rules: [], moments: MERGE })),
  ...PUSH.map((at) => ({ at, through: "push", rules: [], moments: MERGE })),
  ...QUEUE.map((at) => ({ at, through: "queue", rules: QUEUE_RULES, moments: MERGE })),
];
const KILLS = 20;

it("kills at every boundary of a forge", () => {
  const named = LIVES.flatMap(({ open, redo, approve }) => [...open, ...redo, ...approve]);
  expect(WITH_FORGE.filter((name) => ![...named, ...START].includes(name))).toEqual([]);
});

type Started = { shop: KilledShop; follower: ReturnType<typeof createFollower> };

async function open({ through, rules }: Pick<(typeof LIVES)[number], "through" | "rules">) {
  const shop = await openKilledShop({ merge: { through }, rules });
  return { shop, follower: createFollower(shop) };
}

/** Takes a last pull request through, verifies everything, and prints the figures. */
async function finish({ shop, follower }: Started, name: string, began: number): Promise<void> {
  await follower.follow("last", null);
  const { merged, writes } = await follower.verifyEnd();
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(
    `${name}: killed ${shop.killed.length} times in ${seconds} s, ${merged} merged, ${writes} writes\n`,
  );
}

describe.each(LIVES)("an engine that is killed while it merges by $through", (life) => {
  let started: Started;

  beforeAll(async () => {
    started = await open(life);
  });

  it("writes one check and one comment, merges once and loses nothing", {
    timeout: 3_600_000,
  }, async () => {
    const { shop, follower } = started;
    const moments = (["open", "redo", "approve"] as const).flatMap((when) =>
      life[when].map((at) => ({ when, at })),
    );
    const began = performance.now();
    for (const [index, killed] of moments.entries())
      await follower.follow(`change-${index}`, killed);
    if (life.through === "host") for (const at of START) await shop.killAtStart(at);
    await finish(started, life.through, began);
  });
});

// For a machine with time: minutes for each boundary.
describe.skipIf(inject("scale") < 10).each(REPEATED)("$at of a merge by $through", (repeated) => {
  let started: Started;

  beforeAll(async () => {
    started = await open(repeated);
  });

  it(`survives ${KILLS} kills with one check, one comment and one merge each`, async () => {
    const { at, moments, through } = repeated;
    const began = performance.now();
    for (let index = 0; index < KILLS; index += 1) {
      const when = moments[index % moments.length] ?? "approve";
      await started.follower.follow(`change-${index}`, { when, at });
    }
    expect(started.shop.killed).toHaveLength(KILLS);
    await finish(started, `${through} ${at}`, began);
  });
});
