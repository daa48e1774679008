import { setTimeout as pause } from "node:timers/promises";
import { type ForgeChange, ForgeError } from "@countersign/engine";
import { beforeEach, describe, expect, it } from "vitest";
import { POLICY } from "../engine/open-engine.ts";
import { openForgeLab } from "./forge-lab.ts";
import { ANA } from "./memory-forge.ts";

const lab = await openForgeLab({
  ...POLICY,
  checks: [],
  trust: { forgeReviews: "all" },
  merge: { graceSeconds: 0 },
  limits: { mergeRetries: 1 },
});
const { hub, shop, commit, hint, follows, shows } = lab;

/** How often the forge refused a merge. */
let refusals = 0;

beforeEach(async () => {
  await lab.refill();
  refusals = 0;
  hub.control.land = ({ head }) => {
    if (hub.checks.get(head)?.state !== "success") {
      refusals += 1;
      throw new ForgeError("retry", "405: the required check is not green");
    }
    const tree = shop.git("merge-tree", "--write-tree", "main", head).trim();
    const made = shop.git("commit-tree", "-p", "main", "-p", head, "-m", "Merged", tree).trim();
    shop.git("update-ref", "refs/heads/main", made);
    return made;
  };
});

it("waits without using up its tries while a pull request with the same head is not approved", async () => {
  const head = commit("a.txt", "a\n");
  for (const number of [1, 2]) {
    hub.open(number, head);
    await hint(number);
    await follows(number, ({ phase }) => phase.is === "reviewing");
  }
  await shows(head, "in_progress: Waiting for ana");
  hub.review(1, { id: 1, by: ANA, state: "approved", commit: head });
  await hint(1, { about: "review" });
  await follows(1, ({ phase }) => phase.is === "approved");
  await pause(4_000);
  expect(await lab.taskOf(1)).toMatchObject({ phase: { is: "approved", tries: 0 } });
  expect(refusals).toBe(0);

  hub.update(2, { state: "closed" });
  await hint(2);
  await follows(1, ({ phase }) => phase.is === "done");
});

/** Pull requests that are not reviewed: their fields, and what the check of their head says. */
const UNREVIEWED: [string, Partial<ForgeChange>, string][] = [
  [
    "is a draft",
    { isDraft: true },
    "in_progress: Pull request #%d with this head is not under review",
  ],
  [
    "is for another branch",
    { base: { branch: "release", commit: "0".repeat(40) } },
    "in_progress: Pull request #%d with this head is for another branch",
  ],
  [
    "was not accepted",
    { title: "refused" },
    "failure: Pull request #%d with this head was not accepted for review",
  ],
];

/** Waits until the engine has read a pull request and has written this state to its check. */
async function isRead(number: number, state: string | undefined): Promise<void> {
  const read = async () => {
    const stored = await lab.storedChange(number);
    return stored !== null && stored.shown?.state === state;
  };
  await expect.poll(read, { timeout: 60_000, interval: 20 }).toBe(true);
}

describe("an approved pull request", () => {
  it.each(UNREVIEWED)("is not green while one with the same head %s", async (what, more, text) => {
    const own = 10 + 10 * UNREVIEWED.findIndex(([name]) => name === what);
    const twin = own + 1;
    const wanted = text.replace("%d", `${twin}`);
    hub.control.fetch = ({ changes }) => {
      if (more.title === "refused" && changes.includes(twin))
        throw new ForgeError("refused", "A file is larger than 128 MiB");
    };
    const head = commit(`${own}.txt`, `${own}\n`);
    hub.open(own, head);
    await hint(own);
    await shows(head, "in_progress: Waiting for ana");
    hub.open(twin, head, more);
    await hint(twin);
    await isRead(twin, more.title === "refused" ? "failure" : undefined);
    hub.review(own, { id: own, by: ANA, state: "approved", commit: head });
    await hint(own, { about: "review" });

    await follows(own, ({ phase }) => phase.is === "approved");
    await shows(head, wanted);
    await hint(twin);
    await pause(4_000);
    await shows(head, wanted);
    expect(await lab.taskOf(own)).toMatchObject({ phase: { is: "approved", tries: 0 } });
    expect(refusals).toBe(0);
    hub.update(twin, { state: "closed" });
    await hint(twin);
    await follows(own, ({ phase }) => phase.is === "done");
  });

  it("is no longer green for a later pull request with the same head and another branch", async () => {
    const head = commit("later.txt", "later\n");
    hub.open(50, head);
    await hint(50);
    await shows(head, "in_progress: Waiting for ana");
    hub.review(50, { id: 50, by: ANA, state: "approved", commit: head });
    await hint(50, { about: "review" });
    await follows(50, ({ phase }) => phase.is === "done");
    expect(hub.checks.get(head)?.state).toBe("success");
    hub.open(51, head, { base: { branch: "release", commit: head } });
    await hint(51);

    await shows(head, "in_progress: Pull request #51 with this head is for another branch");
  });
});
