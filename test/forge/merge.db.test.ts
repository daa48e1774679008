import { ForgeError } from "@countersign/engine";
import { beforeEach, describe, expect, it } from "vitest";
import { POLICY } from "../engine/open-engine.ts";
import { openForgeLab } from "./forge-lab.ts";
import { ANA } from "./memory-forge.ts";

const lab = await openForgeLab({
  ...POLICY,
  checks: [],
  trust: { forgeReviews: "all" },
  merge: { graceSeconds: 0 },
});
const { hub, shop, commit, hint, follows, shows } = lab;
const WAITING = "in_progress: Waiting for ana";
const target = () => shop.git("rev-parse", "main").trim();
let reviews = 0;

/** Moves the target to a commit with this tree. */
function land(tree: string, ...parents: string[]): string {
  const given = parents.flatMap((parent) => ["-p", parent]);
  const made = shop.git("commit-tree", ...given, "-m", "Merged on the forge", tree.trim()).trim();
  shop.git("update-ref", "refs/heads/main", made);
  return made;
}

const mergedTree = (head: string) => shop.git("merge-tree", "--write-tree", "main", head);

/** Opens a pull request with one file, and lets Ana approve its head. */
async function approve(number: number, file: string): Promise<string> {
  const head = commit(file, `${file}\n`);
  hub.open(number, head);
  await hint(number);
  await shows(head, WAITING);
  reviews += 1;
  hub.review(number, { id: reviews, by: ANA, state: "approved", commit: head });
  await hint(number, { about: "review" });
  return head;
}

async function holdOf(): Promise<string | null> {
  const [found] = await lab.engine.repositories(lab.ana);
  return found?.hold?.why ?? null;
}

beforeEach(lab.refill);

describe("an approved pull request", () => {
  it("is merged by the forge, and done when the target contains our own merge", async () => {
    const told: string[] = [];
    hub.control.land = ({ head, method, message }) => {
      told.push(`${method} ${hub.checks.get(head)?.state} ${message.includes("Countersign-Tree")}`);
      return land(mergedTree(head), "main", head);
    };
    const head = await approve(1, "a.txt");
    const { flags } = await follows(1, ({ phase }) => phase.is === "done");

    expect(told).toEqual(["merge success true"]);
    expect(flags).not.toContain("outside");
    expect(shop.git("log", "-1", "--format=%P", "main").trim().split(" ")[1]).toBe(head);
    expect(await holdOf()).toBeNull();
  });

  it("is merged once if the forge's answer is lost", async () => {
    let asked = 0;
    hub.control.land = ({ head }) => {
      asked += 1;
      return land(mergedTree(head), "main", head);
    };
    hub.control.before = (call) => {
      if (call === "merged") throw new ForgeError("retry", "the connection was cut");
    };
    await approve(2, "b.txt");
    await follows(2, ({ phase }) => phase.is === "done");
    hub.control.before = () => undefined;

    expect(asked).toBe(1);
    expect(await holdOf()).toBeNull();
  });

  it("is not merged if it gets another head at the last moment, and gets a round for it", async () => {
    const before = target();
    const next = commit("c.txt", "unseen\n");
    hub.control.before = (call) => {
      if (call !== "merge") return;
      hub.control.before = () => undefined;
      hub.push(3, next);
    };
    await approve(3, "c.txt");
    await follows(
      3,
      ({ round, phase }) => round?.content.head === next && phase.is === "reviewing",
    );

    expect(target()).toBe(before);
    await shows(next, WAITING);
  });

  it("holds the repository if the forge merges anything else", async () => {
    hub.control.land = ({ head }) => {
      const evil = commit("evil.txt", "evil\n", head);
      return land(mergedTree(evil), "main", head);
    };
    await approve(4, "d.txt");
    await expect.poll(holdOf, { timeout: 40_000 }).not.toBeNull();

    expect((await lab.taskOf(4))?.phase.is).not.toBe("done");
  });
});
