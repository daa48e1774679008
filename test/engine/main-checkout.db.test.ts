import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { turnOf } from "@countersign/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEngine } from "./open-engine.ts";

const { engine, shop, ana, agent, key, until } = await openEngine(undefined, { lookMs: 200 });

beforeEach(() => {
  shop.git("checkout", "--quiet", "main");
});
afterEach(() => {
  shop.git("checkout", "--quiet", "--force", "--detach", "main");
  shop.git("clean", "--quiet", "--force", "-d");
});

const textOf = (path: string) => readFileSync(join(shop.repo, path), "utf8");
const status = () => shop.git("status", "--porcelain", "--untracked-files=all");

/** Work of an agent on a branch of its own, made beside the checkout. */
async function handIn(name: string, files: Record<string, string>): Promise<string> {
  const lines = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}`,
  );
  const head = [`commit refs/heads/${name}`, "committer Ada <ada@acme.test> 1700000000 +0000"];
  const commit = [...head, "data 4\nwork", `from ${shop.git("rev-parse", "main")}`, ...lines];
  shop.feed(`${commit.join("\n")}\n`, "fast-import", "--quiet", "--force");
  return await submit({ branch: name }, name);
}

async function submit(from: { branch: string } | { worktree: string }, title: string) {
  const { task } = await engine.createTask(agent, key(), { title, repo: "shop" });
  await engine.submitWork(agent, key(), { task, from, signal: "DONE", summary: "" });
  return task;
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

const isWaiting = ({ phase }: Awaited<ReturnType<typeof until>>) =>
  phase.is === "approved" && phase.waits !== undefined;

describe("a checkout of the target", () => {
  it("takes an agent's uncommitted work over that was made in it", async () => {
    shop.write("src/currency.ts", "export {};\n");
    shop.write("readme.md", "# Currency\n");
    const id = await submit({ worktree: shop.repo }, "Currency");
    await approve(id);
    const done = await until(id, ({ phase }) => phase.is === "done");

    expect(shop.git("rev-parse", "main^{tree}")).toBe(done.round?.content.tree);
    expect(status()).toBe("");
    const log = shop.git("log", "--format=%an: %s", "main");
    expect(log.split("\n").toSorted()).toEqual([
      "Ada: Begin",
      "claude: Currency",
      `claude: Merge ${id}: Currency`,
    ]);
    const { story } = await engine.why(ana, id);
    expect(story.filter(({ text }) => text.startsWith("the merge waits"))).toEqual([]);
  });

  it("keeps what a person does in files that the merge does not touch", async () => {
    shop.write("notes.txt", "mine\n");
    shop.write("readme.md", "# Mine\n");
    const id = await handIn("beside", { "beside.txt": "1\n" });
    await approve(id);
    await until(id, ({ phase }) => phase.is === "done");

    expect([textOf("notes.txt"), textOf("readme.md")]).toEqual(["mine\n", "# Mine\n"]);
    expect([status(), textOf("beside.txt")]).toEqual([" M readme.md\n?? notes.txt", "1\n"]);
  });

  it("that is in the way is the person's turn at once, with what helps; then the merge goes on", async () => {
    shop.write("way.txt", "mine\n");
    const id = await handIn("way", { "way.txt": "1\n", "more.txt": "1\n" });
    await approve(id);
    const waiting = await until(id, isWaiting);

    const help = `git -C ${shop.repo} stash push --include-untracked -- way.txt`;
    expect(turnOf(waiting)).toEqual({ holder: "person", who: "ana" });
    expect(waiting.phase).toMatchObject({
      tries: 0,
      waits: { path: shop.repo, files: ["way.txt"], detail: expect.stringContaining(help) },
    });
    const { seq } = await engine.task(ana, id);
    expect([textOf("way.txt"), existsSync(join(shop.repo, "more.txt"))]).toEqual(["mine\n", false]);

    writeFileSync(join(shop.repo, "unrelated.txt"), "mine\n");
    expect((await engine.task(ana, id)).seq).toBe(seq);
    rmSync(join(shop.repo, "way.txt"));
    await until(id, ({ phase }) => phase.is === "done");
    expect([textOf("way.txt"), status()]).toEqual(["1\n", "?? unrelated.txt"]);
  });

  it("is looked at before the checks run again", async () => {
    const id = await handIn("late", { "late.txt": "1\n" });
    await until(id, ({ phase }) => phase.is === "reviewing" && phase.person === "ana");
    const red = await handIn("red", { "red.txt": "1\n" });
    await approve(red);
    await until(red, ({ phase }) => phase.is === "done");
    shop.write("late.txt", "mine\n");
    await approve(id);
    await until(id, isWaiting);
    const { story } = await engine.why(ana, id);

    expect(story.at(-1)?.text).toMatch(/^the merge waits for ana: .* late\.txt\. Stash them/);
    rmSync(join(shop.repo, "late.txt"));
    await until(id, ({ phase }) => phase.is === "done");
  });
});
