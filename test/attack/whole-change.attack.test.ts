import { createReviewerRunners, createSandboxedProcessRunner } from "@countersign/adapters";
import type { Task } from "@countersign/core";
import { afterAll, describe, expect, it } from "vitest";
import { openLoopbackServer } from "../../packages/adapters/src/egress/testing/loopback-server.ts";
import { ReviewerAccess } from "../../packages/adapters/src/reviewer-access.ts";
import { openEngine, POLICY } from "../engine/open-engine.ts";

const BACK_DOOR = "export const login = () => true; // back door";

const briefs: string[] = [];

/** A service that approves every question, whatever it was shown. */
const service = await openLoopbackServer((response, { body }) => {
  const { brief } = JSON.parse(body);
  briefs.push(brief);
  const [, nonce, tree] = /nonce ([0-9a-f]+), tree ([0-9a-f]+)\.\s*$/.exec(brief) ?? [];
  const answer = { completed: true, nonce, tree, verdict: "approved", summary: "", findings: [] };
  response.end(JSON.stringify(answer));
});
afterAll(() => service.close());

const access = ReviewerAccess.parse({
  loopback: true,
  services: { reader: { url: service.url, token: null } },
});

const lab = await openEngine(
  {
    ...POLICY,
    checks: [],
    modes: { default: "skip" },
    reviewers: [
      { id: "integrity", name: "I", kind: "check", adapter: "builtin", description: "Integrity" },
      { id: "secrets", name: "S", kind: "check", adapter: "builtin", description: "Secrets" },
      { id: "reader", name: "R", kind: "agent", adapter: "http", description: "Reads the change" },
    ],
    policies: [
      {
        id: "all",
        when: "always",
        require: [{ reviewer: "reader" }],
        description: "Every change",
      },
    ],
  },
  {
    runners: createReviewerRunners({
      processes: createSandboxedProcessRunner(),
      environment: {},
      access,
      withoutKey: "left_out",
    }),
  },
);

const ENDS = ["done", "held", "rework"];
let branches = 0;

/** Submits a change as its author would and waits for the end of the review. */
async function submit(files: Record<string, string | Buffer>): Promise<Task> {
  const { engine, agent, shop, key, until } = lab;
  branches += 1;
  const branch = `work-${branches}`;
  shop.git("checkout", "--quiet", "-B", branch, "main");
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  shop.commit("Refresh the snapshots");
  shop.git("checkout", "--quiet", "--detach");
  const { task } = await engine.createTask(agent, key(), { title: "Snapshots", repo: "shop" });
  await engine.submitWork(agent, key(), { task, from: { branch }, signal: "DONE", summary: "" });
  return await until(task, ({ phase }) => ENDS.includes(phase.is), 30_000);
}

const snapshot = (chars: number) =>
  "exports[`case`] = `some perfectly ordinary snapshot text`;\n".repeat(chars / 60);

const mainHas = (path: string) =>
  lab.shop.git("ls-tree", "-r", "--name-only", "main").includes(path);

describe("I11 Closed on failure: a reviewer that was not shown the whole change", () => {
  it("is shown every page of a long change, and the file that people write first", async () => {
    briefs.length = 0;
    await submit({ "__snapshots__/a.snap": snapshot(320_000), "src/zz.ts": `${BACK_DOOR}\n` });

    expect(briefs).toHaveLength(2);
    expect(briefs[0]).toContain(BACK_DOOR);
    expect(briefs.join("")).not.toMatch(/characters cut/);
    const shown = briefs.join("").match(/^\+exports/gm) ?? [];
    expect(shown).toHaveLength(snapshot(320_000).split("\n").length - 1);
  });

  it.each([
    [
      "more pages than a reviewer reads",
      { "__snapshots__/b.snap": snapshot(900_000), "__snapshots__/c.snap": snapshot(900_000) },
      /beyond page 5/,
    ],
    [
      "content that is not text",
      { "img/a.png": Buffer.from([0x7f, 0x45, 0, 1, 2, 3, 0, 10]) },
      /1 file not text \(img\/a\.png\)/,
    ],
    [
      "code between the marks of a private key",
      {
        "src/e.ts": `// -----BEGIN ${"PRIVATE KEY"}-----\n${BACK_DOOR}\n// -----END ${"PRIVATE KEY"}-----\n`,
      },
      /behind the name of a credential/,
    ],
  ])(
    "cannot approve %s: the owner is asked",
    async (_, files: Record<string, string | Buffer>, why) => {
      const task = await submit({ ...files, "src/zz.ts": `${BACK_DOOR} ${branches}\n` });
      const verdict = task.round?.verdicts.items.find(({ by }) => by === "reader");

      expect(verdict).toMatchObject({
        opinion: "abstained",
        notShownWhole: expect.stringMatching(why),
      });
      expect(task.phase.is).not.toBe("done");
      for (const path of Object.keys(files)) expect(mainHas(path)).toBe(false);
    },
  );

  it.each([
    ["a file that is too large for a diff", "data/d.txt", snapshot(1_200_000)],
    ["a program", "bin/tool", Buffer.from([0x7f, 0x45, 0, 1, 2, 3, 0, 10])],
  ])("is not asked before the owner has opened %s", async (_, path, content) => {
    const task = await submit({ [path]: content, "src/zz.ts": `${BACK_DOOR} ${branches}\n` });

    expect(task.phase).toMatchObject({ is: "held", reasons: [{ code: "blocker" }] });
    const blocking = task.round?.verdicts.items.find(({ opinion }) => opinion === "blocker");
    expect(blocking).toMatchObject({ by: "integrity" });
    expect(blocking?.summary).toContain(`A person must open ${path}`);
    expect(mainHas(path)).toBe(false);
  });

  it("asks the owner for this reason, and says it where the owner looks", async () => {
    const task = await submit({ "img/b.png": Buffer.from([0, 1, 2, 3]) });

    expect(task.phase).toMatchObject({
      is: "held",
      inTurn: "ana",
      reasons: [{ code: "not_shown_whole", about: "agent:reader" }],
    });
    const { story } = await lab.engine.why(lab.ana, task.id);
    expect(story.map(({ text }) => text)).toContainEqual(
      "reader on agent:reader: abstained; it was not shown the whole change: 1 file not text (img/b.png).",
    );
  });
});
