import { describe, expect, it } from "vitest";
import { plainPolicy } from "../engine/plain-policy.ts";
import { openLab } from "./open-lab.ts";
import { submitBranch } from "./submit-branch.ts";

const merge = { graceSeconds: 0, reviewAgain: "when_tree_differs" };
const lab = await openLab({ ...plainPolicy("ana"), merge });
const { engine, ana, agent, key, until, shop } = lab;

/** Waits until the owner is asked about a round, and answers with what they are shown. */
async function shown(task: string, number: number) {
  const { round, flags } = await until(
    task,
    (now) =>
      now.phase.is === "reviewing" && now.phase.person === "ana" && now.round?.number === number,
  );
  return { round: number, tree: round?.content.tree ?? "", flags };
}

const approve = (task: string, { round, tree }: { round: number; tree: string }) =>
  engine.command(ana, key(), task, { type: "approve", round, tree });

const treeOf = (commit: string) => shop.git("rev-parse", `${commit}^{tree}`);

describe("I3 Fresh: a merge whose result is not the approved tree", () => {
  it("is reviewed again as a new round, and only that result is merged", async () => {
    const first = await submitBranch(lab, { files: { "one.txt": "1\n" }, by: agent });
    const second = await submitBranch(lab, { files: { "two.txt": "2\n" }, by: agent });
    const approved = await shown(second, 1);
    await approve(first, await shown(first, 1));
    await until(first, ({ phase }) => phase.is === "done");
    const before = shop.git("rev-parse", "main");
    await approve(second, approved);

    const result = await shown(second, 2);
    expect(shop.git("rev-parse", "main")).toBe(before);
    expect(result.tree).not.toBe(approved.tree);
    const { files } = await engine.diff(ana, second, {});
    expect(files.map(({ path }) => path)).toEqual(["two.txt"]);
    await expect(approve(second, approved)).rejects.toMatchObject({ code: "stale_round" });
    const told = (await engine.why(ana, second)).story.map(({ text }) => text).join("\n");
    expect(told).toContain("not the approved one; it is reviewed again as round 2");

    await approve(second, result);
    const { flags } = await until(second, ({ phase }) => phase.is === "done");
    expect(treeOf("main")).toBe(result.tree);
    expect(flags).not.toContain("merged_tree_differs");
    expect(shop.git("ls-tree", "--name-only", "main").split("\n")).toEqual(
      expect.arrayContaining(["one.txt", "two.txt"]),
    );
  });
});
