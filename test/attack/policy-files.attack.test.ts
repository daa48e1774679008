import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Task } from "@countersign/core";
import { afterAll, describe, expect, it } from "vitest";
import { openWorkshop, type Workshop } from "../../packages/adapters/src/git/testing/plain-git.ts";
import { openEngine } from "../engine/open-engine.ts";

const { engine, admin, ana, agent, key, until } = await openEngine();

const FAST = { version: 1, preset: "fast", people: { owner: ["ana"] }, merge: { graceSeconds: 0 } };
const YAML = "version: 1\npreset: fast\npeople:\n  owner: [ana]\nmerge:\n  graceSeconds: 0\n";
const TAKEOVER = { ...FAST, people: { owner: ["claude"] }, trust: { protected: [] } };
const text = JSON.stringify;

let count = 0;

/** Registers a repository whose main branch holds these files. */
async function register(files: Record<string, string>): Promise<{ id: string; shop: Workshop }> {
  const shop = openWorkshop();
  afterAll(() => shop.remove());
  for (const [path, content] of Object.entries({ "readme.md": "# Shop\n", ...files }))
    shop.write(path, content);
  shop.commit("Begin");
  shop.git("checkout", "--quiet", "--detach");
  count += 1;
  const id = `policy-${count}`;
  await engine.addRepository(admin, { path: shop.repo, id });
  return { id, shop };
}

/** Hands a change in as the agent and waits until a person is asked or the change is merged. */
async function handIn(id: string, shop: Workshop, change: (shop: Workshop) => void): Promise<Task> {
  change(shop);
  shop.commit("Tidy");
  shop.git("branch", "--force", "work");
  const { task } = await engine.createTask(agent, key(), { title: "Tidy", repo: id });
  const from = { branch: "work" };
  await engine.submitWork(agent, key(), { task, from, signal: "DONE", summary: "" });
  return await until(task, isSettled);
}

function isSettled({ phase }: Task): boolean {
  return (
    ["done", "held", "rework"].includes(phase.is) ||
    (phase.is === "reviewing" && phase.person !== null)
  );
}

function ownerReasons({ phase, round }: Task): string[] {
  expect(phase).toMatchObject({ is: "reviewing", person: "ana" });
  const owner = round?.plan?.requirements.find(({ kind }) => kind === "owner");
  expect(owner).toMatchObject({ human: true, who: ["ana"] });
  expect(owner).not.toHaveProperty("satisfiedBy");
  return owner?.because.map(({ fact }) => fact) ?? [];
}

const LOOSENED: unknown = expect.stringMatching(/^this change loosens the policy: /);
const OWNER: unknown = expect.stringMatching(
  /^this change loosens the policy: .*people\.owner: not set → "claude"/,
);
const HARMLESS = "this change edits the policy; no key loosened";
const JSON_FILES = { "countersign.json": text(FAST) };
const EXTENDS = {
  "countersign.json": text({ version: 1, extends: "config/base.json" }),
  "config/base.json": text(FAST),
};

describe.concurrent("I10 Trusted policy: a change of the policy reaches the target with the owner's approval only", () => {
  it("is merged without a person where the policy stays as it is", async () => {
    const { id, shop } = await register({ "countersign.yaml": YAML });
    const task = await handIn(id, shop, ({ write }) => write("notes.md", "1\n"));

    expect(task.phase.is).toBe("done");
  });

  it("asks the owner about a rewritten countersign.yaml and keeps the policy", async () => {
    const { id, shop } = await register({ "countersign.yaml": YAML });
    const before = shop.git("rev-parse", "main");
    const task = await handIn(id, shop, ({ write }) =>
      write("countersign.yaml", YAML.replace("[ana]", "[claude]")),
    );

    expect(ownerReasons(task)).toEqual([OWNER, "countersign.yaml", "the default mode"]);
    expect(shop.git("rev-parse", "main")).toBe(before);
    expect((await engine.policy(ana, id)).policy.people.owner).toEqual(["ana"]);
  });

  it.each<[string, Record<string, string>, (shop: Workshop) => void, unknown[]]>([
    [
      "rewrites the base that the policy extends",
      EXTENDS,
      ({ write }) => write("config/base.json", text(TAKEOVER)),
      [OWNER, "config/base.json"],
    ],
    [
      "empties the list of protected paths",
      JSON_FILES,
      ({ write }) => write("countersign.json", text({ ...FAST, trust: { protected: [] } })),
      [LOOSENED, "countersign.json"],
    ],
    [
      "rewrites a policy whose list of protected paths is empty",
      { "countersign.json": text({ ...FAST, trust: { protected: [] } }) },
      ({ write }) => write("countersign.json", text(TAKEOVER)),
      [OWNER, "countersign.json"],
    ],
    [
      "moves the base and points the policy at the new place",
      EXTENDS,
      ({ write, git }) => {
        git("mv", "config/base.json", "moved.json");
        write("countersign.json", text({ version: 1, extends: "./moved.json" }));
      },
      [HARMLESS, "config/base.json and 2 more"],
    ],
    [
      "replaces the policy by a link",
      { "countersign.yaml": YAML },
      ({ repo, git }) => {
        git("rm", "--quiet", "countersign.yaml");
        symlinkSync("preset: fast", join(repo, "countersign.yaml"));
      },
      [LOOSENED, "countersign.yaml"],
    ],
    [
      "makes the file executable",
      JSON_FILES,
      ({ repo }) => chmodSync(join(repo, "countersign.json"), 0o755),
      [HARMLESS, "countersign.json"],
    ],
    [
      "adds the file in another case",
      { "countersign.yaml": YAML },
      ({ write }) => write("Countersign.JSON", text(TAKEOVER)),
      [HARMLESS, "Countersign.JSON"],
    ],
    [
      "changes which checks are detected, outside of every protected path",
      { "countersign.json": text({ ...FAST, trust: { protected: [] } }), "package.json": "{}" },
      ({ write }) => write("package.json", text({ scripts: { lint: "true" } })),
      [HARMLESS],
    ],
  ])("asks the owner about a change that %s", async (_what, files, change, reasons) => {
    const { id, shop } = await register(files);
    const before = shop.git("rev-parse", "main");
    const told = ownerReasons(await handIn(id, shop, change));

    expect(told.slice(0, reasons.length)).toEqual(reasons);
    expect(shop.git("rev-parse", "main")).toBe(before);
  });

  it.each<[string, Record<string, string>, (shop: Workshop) => void, string]>([
    [
      "adds a second file of the policy",
      { "countersign.yml": YAML },
      ({ write }) => write("countersign.json", text(TAKEOVER)),
      "there are two policy files, countersign.json and countersign.yml; keep one of them",
    ],
    [
      "replaces the folder of the base by a file",
      EXTENDS,
      ({ write, git }) => {
        git("rm", "--quiet", "config/base.json");
        write("config", "{}");
      },
      "extends: there is no file config/base.json",
    ],
    [
      "removes the policy",
      { "countersign.yaml": YAML },
      ({ git }) => git("rm", "--quiet", "countersign.yaml"),
      "no file is left that holds it",
    ],
  ])(
    "sends a change back that %s: the policy could not be read",
    async (_what, files, change, why) => {
      const { id, shop } = await register(files);
      const before = shop.git("rev-parse", "main");
      const task = await handIn(id, shop, change);

      expect(task.phase.is).toBe("rework");
      expect(task.findings).toContainEqual(
        expect.objectContaining({
          severity: "critical",
          category: "policy",
          message: `After this change the policy cannot be read: ${why}`,
        }),
      );
      expect(task.round?.plan?.requirements.find(({ kind }) => kind === "owner")).toMatchObject({
        because: expect.arrayContaining([
          { entry: "policy", fact: `this change leaves the policy unreadable: ${why}` },
        ]),
      });
      expect(shop.git("rev-parse", "main")).toBe(before);
    },
  );
});
