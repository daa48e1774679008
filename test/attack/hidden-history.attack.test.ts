import { describe, expect, it } from "vitest";
import { openEngine } from "../engine/open-engine.ts";
import { plainPolicy } from "../engine/plain-policy.ts";

const { engine, shop, agent, key, until } = await openEngine({
  ...plainPolicy("ana"),
  modes: { default: "skip", floor: "skip" },
});

/** A key that no real account has, in two parts so that this file holds none. */
const KEY = ["AKIA", "Z7QWERTYUIOPASDF"].join("");

async function handIn(name: string, commits: readonly Record<string, string | Buffer | null>[]) {
  shop.git("checkout", "--quiet", "--detach", "main");
  for (const files of commits) {
    for (const [path, content] of Object.entries(files)) {
      if (content === null) shop.git("rm", "--quiet", "--force", path);
      else shop.write(path, content);
    }
    shop.commit("Work");
  }
  shop.git("branch", "--force", name);
  const { task } = await engine.createTask(agent, key(), { title: name, repo: "shop" });
  const submission = { from: { branch: name }, signal: "DONE", summary: "" } as const;
  await engine.submitWork(agent, key(), { task, ...submission });
  return await until(task, ({ phase }) => phase.is !== "reviewing" && phase.is !== "approved");
}

describe("I13 No secret leaves: what a later commit of a change removes", () => {
  it("is found with its commit and path, and is not merged", async () => {
    const back = await handIn("hidden", [
      { "conf.txt": `aws_key = "${KEY}"\n`, "payload.bin": Buffer.alloc(100_000, "\0x") },
      { "conf.txt": null, "payload.bin": null, "notes.txt": "ok\n" },
    ]);
    const commit = shop.git("rev-parse", "hidden~1").slice(0, 12);

    expect(back.phase.is).toBe("rework");
    const told = back.findings.map(({ severity, file, message }) => [severity, file, message]);
    expect(told).toContainEqual(["critical", "conf.txt", expect.stringContaining(commit)]);
    expect(told).toContainEqual(["major", "payload.bin", expect.stringContaining(commit)]);
    expect(JSON.stringify(told)).not.toContain(KEY);
    expect(shop.git("rev-list", "--objects", "main")).not.toContain("payload.bin");
  });

  it("is found in a merge commit of the branch as well", async () => {
    shop.git("checkout", "--quiet", "--detach", "main");
    shop.write("side.txt", "1\n");
    const side = shop.commit("Side");
    shop.git("checkout", "--quiet", "--detach", "main");
    shop.write("main.txt", "1\n");
    shop.commit("Work");
    shop.git("merge", "--quiet", "--no-commit", side);
    shop.write("conf.txt", `aws_key = "${KEY}"\n`);
    shop.commit("Merge");
    shop.git("rm", "--quiet", "--force", "conf.txt");
    shop.commit("Clean up");
    shop.git("branch", "--force", "merged");
    const { task } = await engine.createTask(agent, key(), { title: "merged", repo: "shop" });
    const submission = { from: { branch: "merged" }, signal: "DONE", summary: "" } as const;
    await engine.submitWork(agent, key(), { task, ...submission });
    const back = await until(task, ({ phase }) => phase.is === "rework" || phase.is === "done");

    expect(back.phase.is).toBe("rework");
    expect(back.findings).toContainEqual(
      expect.objectContaining({ severity: "critical", file: "conf.txt" }),
    );
  });

  it("asks a person where there are more commits than are looked at", async () => {
    const commits = Array.from({ length: 501 }, () => [
      "commit refs/heads/many",
      "committer Ada <ada@acme.test> 1700000000 +0000",
      "data 1",
      "x",
    ]);
    commits[0]?.push(`from ${shop.git("rev-parse", "main")}`);
    shop.feed(`${commits.flat().join("\n")}\n`, "fast-import", "--quiet");
    shop.git("checkout", "--quiet", "--detach", "many");
    const held = await handInOnTop("long");

    expect(held.phase.is).toBe("held");
    expect(held.findings.map(({ message }) => message)).toContain(
      "There are more than 500 commits, so the history was not looked at in full. A person must decide.",
    );
  });

  it("leaves an ordinary row of commits alone", async () => {
    const done = await handIn("plain", [
      { "a.txt": "1\n" },
      { "a.txt": "2\n" },
      { "b.txt": "1\n" },
    ]);

    expect(done.findings).toEqual([]);
    expect(["merging", "done"]).toContain(done.phase.is);
  });
});

/** Submits what is checked out, with one more file. */
async function handInOnTop(name: string) {
  shop.write(`${name}.txt`, "1\n");
  shop.commit("Last");
  shop.git("branch", "--force", name);
  const { task } = await engine.createTask(agent, key(), { title: name, repo: "shop" });
  const submission = { from: { branch: name }, signal: "DONE", summary: "" } as const;
  await engine.submitWork(agent, key(), { task, ...submission });
  return await until(task, ({ phase }) => phase.is !== "reviewing" && phase.is !== "approved");
}
