import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ACCEPTING, openForeignLab } from "./foreign-lab.ts";
import { handInChange, type WaitingTask } from "./hand-in-change.ts";

const lab = await openForeignLab();
const { engine, shop, vault, ana, key, until, database, heard } = lab;
const { session, line, outcome, commitOnMain, reject, putBack } = lab;

const BRANCHES = ["rejected", "open", "merged", "covered", "split", "stepwise", "beside"] as const;
const tasks = new Map<string, WaitingTask>();

function taskOf(branch: (typeof BRANCHES)[number]): WaitingTask {
  const found = tasks.get(branch);
  if (found === undefined) throw new Error(`There is no task for ${branch}`);
  return found;
}

beforeAll(async () => {
  const texts: Record<string, string> = { split: "one\ntwo\n", stepwise: "one\ntwo\n" };
  await Promise.all(
    BRANCHES.map(async (branch) => {
      tasks.set(branch, await handInChange(lab, branch, texts[branch] ?? `door of ${branch}\n`));
    }),
  );
  for (const branch of ["rejected", "merged", "covered", "split", "stepwise"] as const)
    await reject(taskOf(branch));
});

afterEach(async () => {
  heard.length = 0;
  await putBack();
});

describe("I3 Fresh: what a person has not approved does not come in as the owner's commit", () => {
  it("holds the commit that completes the tree of a rejected task", async () => {
    commitOnMain("stepwise.txt", "one\n");
    expect(await outcome()).toBe("accepted");
    commitOnMain("stepwise.txt", "one\ntwo\n");

    const { task } = taskOf("stepwise");
    expect(await outcome()).toContain(`they have the content of ${task}, which was rejected`);
  });

  it.each([
    ["rejected", "was rejected"],
    ["open", "is not merged"],
  ] as const)(
    "holds the patch of a task that is %s, on another base and among other changes",
    async (branch, why) => {
      shop.write(`beside-${branch}.md`, "Decoy\n");
      commitOnMain(`${branch}.txt`, `door of ${branch}\n`);

      const { task } = taskOf(branch);
      expect(await outcome()).toContain(`they have the content of ${task}, which ${why}`);
    },
  );

  it("holds a merge commit that brings a rejected branch in", async () => {
    shop.git("merge", "--quiet", "--no-ff", "--message", "Tidy", "merged");

    expect(await outcome()).toContain(`they have the content of ${taskOf("merged").task}`);
  });

  it("holds a rejected patch that a later commit of the same move covers up", async () => {
    commitOnMain("covered.txt", "door of covered\n");
    commitOnMain("covered.txt", "door of covered\nand more\n");

    expect(await outcome()).toContain(`they have the content of ${taskOf("covered").task}`);
  });

  it("holds a rejected patch that is split into several commits", async () => {
    commitOnMain("split.txt", "one\n");
    commitOnMain("split.txt", "one\ntwo\n");

    expect(await outcome()).toContain(`they have the content of ${taskOf("split").task}`);
  });

  it("holds a target that is rewound, and one that is replaced", async () => {
    shop.git("reset", "--quiet", "--hard", "HEAD~1");
    expect(await outcome()).toContain("they rewind or replace the history of the target");
    await putBack();
    shop.git("commit", "--quiet", "--amend", "--message", "Replaced");

    expect(await outcome()).toContain("they rewind or replace the history of the target");
  });
});

describe("I1 Complete: no agent's commit is accepted as the owner's", () => {
  it.each([
    ["while its turn lasts", { isAtWork: true, heardMs: Date.now() - 3_600_000 }],
    ["right after it stopped", { isAtWork: false }],
  ])(
    "holds a commit with the owner's address by an agent %s, and names its session",
    async (_, more) => {
      heard.push(session(more));
      const tip = commitOnMain("agent.md", "More\n");

      expect(await outcome()).toBe(
        `target_moved: main moved from ${(await line()).tip.slice(0, 12)} to ${tip.slice(0, 12)} outside countersign: ` +
          `${tip.slice(0, 7)} "Say more" by Ada. Agents at work in ${shop.repo}: claude-code (session 0b5e0f7c). ` +
          `Not accepted automatically: claude-code (session 0b5e0f7c) was at work in ${shop.repo}`,
      );
    },
  );

  it("keeps the hold when the session that made the commit is gone and another commit follows", async () => {
    heard.push(session({}));
    commitOnMain("agent.md", "More\n");
    expect(await outcome()).toContain("was at work");
    const { tip } = await line();
    heard.length = 0;
    commitOnMain("owner.md", "More\n");
    const { task } = await engine.createTask(lab.agent, key(), { title: "More", repo: "shop" });
    const work = { from: { branch: "open" }, signal: "DONE", summary: "" } as const;
    await engine.submitWork(lab.agent, key(), { task, ...work });
    await until(task, ({ round }) => (round?.plan ?? null) !== null);

    expect(await outcome()).toContain("was at work");
    expect((await line()).tip).toBe(tip);
  });

  it("holds a commit that no checkout of main made", async () => {
    shop.git("checkout", "--quiet", "--detach");
    const commit = commitOnMain("pushed.md", "More\n");
    shop.git("checkout", "--quiet", "main");
    shop.git("update-ref", "--no-deref", "-m", "elsewhere", "refs/heads/main", commit);
    const log = shop.git("rev-parse", "--git-path", "logs/HEAD");
    shop.write(log, shop.git("show", "--no-patch", "--format=%H %H Ada <a> 0 +0000\tx", "main~1"));

    expect(await outcome()).toContain("no checkout of main made them");
  });

  it("holds a commit that names an agent as co-author", async () => {
    commitOnMain("pair.md", "More\n", "Pair\n\nCo-Authored-By: Claude <noreply@anthropic.com>");

    expect(await outcome()).toContain("people.emails names no person for noreply@anthropic.com");
  });

  it.each([
    ["committer", "Ada <ada@acme.test>", "Bot <bot@acme.test>", "no owner for bot@acme.test"],
    ["author", "Bot <bot@acme.test>", "Ada <ada@acme.test>", "no person for bot@acme.test"],
  ])(
    "holds all commits where the %s of one is not the owner",
    async (_, author, committer, why) => {
      commitOnMain("first.md", "More\n");
      const tree = shop.git("rev-parse", "HEAD^{tree}");
      const parent = shop.git("rev-parse", "HEAD");
      const at = "1700000000 +0000";
      const text = `tree ${tree}\nparent ${parent}\nauthor ${author} ${at}\ncommitter ${committer} ${at}\n\nMine\n`;
      const commit = shop.feed(text, "hash-object", "-t", "commit", "-w", "--stdin");
      shop.git("merge", "--quiet", "--ff-only", commit);
      commitOnMain("third.md", "More\n");

      expect(await outcome()).toContain(`people.emails names ${why}`);
    },
  );
});

describe("I10 Trusted policy: a foreign commit does not change what judges", () => {
  it("holds a commit that changes the policy, and judges it by the accepted one", async () => {
    const other = { ...ACCEPTING, merge: { ...ACCEPTING.merge, foreign: "protected" } };
    commitOnMain("countersign.json", JSON.stringify(other));

    expect(await outcome()).toContain(
      "Not accepted automatically: this change edits the policy; no key loosened; they change countersign.json, which the policy is read from",
    );
  });

  it.each([
    [".npmrc", "script-shell=/bin/true\n", "they change .npmrc, which steers checks"],
    ["package.json", '{"scripts":{"test":"true"}}\n', "they change package.json#scripts"],
    ["vitest.config.ts", "export default {};\n", "they change vitest.config.ts, which steers"],
  ])("holds a commit that changes %s although no check runs yet", async (path, text, why) => {
    commitOnMain(path, text);

    expect(await outcome()).toContain(why);
  });
});

describe("I14 Loud overrides: what is accepted without a review stays visible", () => {
  it("shows an accepted commit as unreviewed and never records it as ours", async () => {
    heard.push(session({ worktree: "/elsewhere", isAtWork: true }));
    const tip = commitOnMain("notes.md", "More\n");

    expect(await outcome()).toBe("accepted");
    const text = `1 unreviewed commit on main: ${tip.slice(0, 7)} "Say more", Ada`;
    expect((await line()).unreviewed).toContain(text);
    const { rows } = await database.owner.query(
      `SELECT e.actor, e.body ->> 'reason' AS reason, t.how FROM countersign.events e
         JOIN countersign.accepted_tips t ON t.tip = e.body ->> 'tip'
        WHERE e.task_id = '@organisation' AND e.body ->> 'type' = 'foreign_accepted' AND t.tip = $1`,
      [tip],
    );
    expect(rows).toEqual([{ actor: "countersign", reason: text, how: "foreign" }]);
  });

  it("lets a merge go on beside it, and why names it", async () => {
    const { task, round } = taskOf("beside");
    const tip = commitOnMain("more.md", "More\n");
    const { number, content } = round;
    await engine.command(ana, key(), task, { type: "approve", round: number, tree: content.tree });
    await until(task, ({ phase }) => phase.is === "done");

    expect(shop.git("log", "--format=%H", "main")).toContain(tip);
    expect((await engine.why(ana, task)).unreviewed).toContain(tip.slice(0, 7));
  });

  it("releases a protected target to another commit only for a verified person", async () => {
    vault.git("checkout", "--quiet", "main");
    vault.write("notes.md", "More\n");
    const moved = vault.commit("Say more");
    const { tip } = await line("vault");
    for (const end = Date.now() + 60_000; Date.now() < end; await pause(20))
      if ((await line("vault")).hold !== null) break;

    expect((await line("vault")).hold?.detail).toContain(
      `The policy protects main: put it back to ${tip.slice(0, 12)}, or release it as a verified person`,
    );
    const release = engine.releaseRepository(ana, "vault", { tip: moved, reason: "I looked" });
    await expect(release).rejects.toMatchObject({ code: "human_only" });
    vault.git("reset", "--quiet", "--hard", tip);
    await engine.releaseRepository(ana, "vault", { tip, reason: "Put back" });
    expect(await line("vault")).toMatchObject({ tip, hold: null });
  });
});
