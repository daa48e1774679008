import { describe, expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";

const { engine, shop, ana, agent, key, until } = await openEngine({
  ...POLICY,
  merge: { graceSeconds: 0, freshness: "no-overlap" },
});

const TEXT = (first: string, last: string) => `${first}\n${"same\n".repeat(20)}${last}\n`;

/** A branch off main with one commit. */
function branch(name: string, files: Record<string, string>): void {
  shop.git("checkout", "--quiet", "--detach", "main");
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  shop.commit(`Work on ${name}`);
  shop.git("branch", "--force", name);
}

/** Takes main into a branch, and more text where it is given. */
function takeIn(name: string, files: Record<string, string> = {}): void {
  shop.git("checkout", "--quiet", "--detach", name);
  shop.git("merge", "--quiet", "--no-edit", "main");
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  if (Object.keys(files).length > 0) shop.commit("More");
  shop.git("branch", "--force", name);
}

async function handIn(name: string, task?: string): Promise<string> {
  const id = task ?? (await engine.createTask(agent, key(), { title: name, repo: "shop" })).task;
  await engine.submitWork(agent, key(), {
    task: id,
    from: { branch: name },
    signal: "DONE",
    summary: "",
  });
  return id;
}

async function approve(id: string): Promise<void> {
  const { round } = await until(
    id,
    ({ phase }) => phase.is === "reviewing" && phase.person === "ana",
  );
  if (round === null) throw new Error("no round");
  const shown = { round: round.number, tree: round.content.tree };
  await engine.command(ana, key(), id, { type: "approve", ...shown });
}

/** Work on the end of a file that was approved and went back, because main has changed its beginning. */
async function bounced(file: string): Promise<string> {
  branch(`base-${file}`, { [file]: TEXT("first", "last") });
  const base = await handIn(`base-${file}`);
  await approve(base);
  await until(base, ({ phase }) => phase.is === "done");
  branch(`top-${file}`, { [file]: TEXT("FIRST", "last") });
  branch(`bottom-${file}`, { [file]: TEXT("first", "LAST") });
  const [top, bottom] = [await handIn(`top-${file}`), await handIn(`bottom-${file}`)];
  await approve(top);
  await until(top, ({ phase }) => phase.is === "done");
  await approve(bottom);
  const back = await until(bottom, ({ phase }) => phase.is === "rework");
  expect([back.attempt, back.findings.at(-1)?.file]).toEqual([1, file]);
  return bottom;
}

describe("work that went back only because the target moved", () => {
  it("keeps its approval while the change is the same, and its checks run again", async () => {
    const id = await bounced("kept.txt");
    takeIn("bottom-kept.txt");
    await handIn("bottom-kept.txt", id);
    const done = await until(id, ({ phase }) => phase.is === "done");

    expect(shop.git("show", "main:kept.txt")).toBe(TEXT("FIRST", "LAST").trimEnd());
    expect(done.attempt).toBe(1);
    const { story } = await engine.why(ana, id);
    const kept = story.filter(({ text }) => text.includes("kept: the change is the same"));
    expect(kept.map(({ text }) => text.split(" on ")[0])).toEqual(["ana"]);
    const checked = story.filter(({ text }) => text.startsWith("tests on check:tests: approved"));
    expect(checked).toHaveLength(2);
  });

  it("is asked about again when one more line came with it", async () => {
    const id = await bounced("more.txt");
    takeIn("bottom-more.txt", { "more.txt": TEXT("FIRST", "LAST and more") });
    await handIn("bottom-more.txt", id);
    const asked = await until(
      id,
      ({ phase }) => phase.is === "reviewing" && phase.person === "ana",
    );

    expect(asked.round?.verdicts.items.map(({ by }) => by)).not.toContain("ana");
  });
});
