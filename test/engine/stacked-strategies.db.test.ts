import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { openStack, type StackLab } from "./stack-lab.ts";

/** Both edit the same line, so that a merge without the lower content as its base would conflict. */
async function stackOn(lab: StackLab, name: string): Promise<[string, string]> {
  lab.branch(`${name}-low`, { [`${name}.txt`]: "lower\n" });
  lab.branch(`${name}-up`, { [`${name}.txt`]: "upper\n" }, `${name}-low`);
  return [await lab.handIn(`${name}-low`), await lab.handIn(`${name}-up`)];
}

const textOn = ({ shop }: StackLab, path: string) => shop.git("show", `main:${path}`);

describe("a stack whose merges are squashed", async () => {
  const lab = await openStack({ strategy: "squash" });
  const { shop, engine, ana, branch, handIn, approve, untilIn, untilAsked, shownPaths } = lab;
  afterAll(() => lab.stop()); // one process runs one engine at a time

  it("merges the upper after the lower, without a conflict over the same line [R-012]", async () => {
    const [lower, upper] = await stackOn(lab, "same");
    for (const task of [upper, lower]) await approve(task);
    const done = await untilIn(upper, "done");
    expect([done.attempt, done.flags, textOn(lab, "same.txt")]).toEqual([1, [], "upper"]);
    expect(shop.git("rev-list", "--count", "--merges", "main")).toBe("0");
  });

  it("shows only its own change of work that is submitted after the lower was merged", async () => {
    branch("early", { "early.txt": "1\n" });
    branch("late", { "late.txt": "1\n" }, "early");
    const lower = await handIn("early");
    await approve(lower);
    await untilIn(lower, "done");
    const upper = await handIn("late");
    const { round } = await untilAsked(upper);
    expect(round?.baseTask).toEqual({ task: lower, round: 1, isMerged: true });
    expect(await shownPaths(upper)).toEqual(["late.txt"]);
    await approve(upper);
    await untilIn(upper, "done");
  });

  it("compares with the target where the work has taken the merged target in", async () => {
    branch("first", { "first.txt": "1\n" });
    branch("second", { "second.txt": "1\n" }, "first");
    const lower = await handIn("first");
    await approve(lower);
    await untilIn(lower, "done");
    shop.git("checkout", "--quiet", "second");
    shop.git("merge", "--quiet", "-m", "Take main in", "main");
    shop.git("checkout", "--quiet", "--detach");
    const upper = await handIn("second");
    const { round } = await untilAsked(upper);
    expect([round?.baseTask, round?.content.base]).toEqual([
      undefined,
      shop.git("rev-parse", "main"),
    ]);
    expect((await engine.diff(ana, upper, {})).files.map(({ path }) => path)).toEqual([
      "second.txt",
    ]);
  });
});

describe("a stack whose target must not move", () => {
  it.each(["rebase", "merge", "squash"] as const)(
    "merges the upper after the lower by %s",
    async (strategy) => {
      const lab = await openStack({ strategy, freshness: "strict" });
      onTestFinished(lab.stop);
      const [lower, upper] = await stackOn(lab, "strict");
      for (const task of [upper, lower]) await lab.approve(task);
      const done = await lab.untilIn(upper, "done");
      expect([done.attempt, textOn(lab, "strict.txt")]).toEqual([1, "upper"]);
      expect(lab.shop.git("rev-parse", "main^{tree}")).toBe(done.round?.content.tree);
    },
  );
});

describe("a stack where every merged tree is reviewed again", () => {
  it("keeps its base while the result of the lower merge is reviewed", async () => {
    const lab = await openStack({ reviewAgain: "when_tree_differs" });
    onTestFinished(lab.stop);
    const { branch, handIn, approve, untilIn, until } = lab;
    const [lower, upper] = await stackOn(lab, "again");
    branch("other", { "other.txt": "1\n" });
    const other = await handIn("other");
    await approve(other);
    await untilIn(other, "done");
    await approve(upper);
    await approve(lower);
    await until(lower, ({ round }) => round?.number === 2);
    await approve(lower);
    await untilIn(lower, "done");
    await until(upper, ({ round }) => round?.number === 2);
    await approve(upper);
    await untilIn(upper, "done");
    expect(textOn(lab, "again.txt")).toBe("upper");
  });
});
