import { setTimeout as pause } from "node:timers/promises";
import { ForgeError } from "@countersign/engine";
import { expect, it } from "vitest";
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

it("waits without using up its tries while a pull request with the same head is not approved", async () => {
  let refusals = 0;
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
