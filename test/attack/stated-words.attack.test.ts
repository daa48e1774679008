import {
  compilePlan,
  type Layer,
  loadPolicy,
  normalize,
  type Plan,
  type Policy,
  type Requirement,
  type Task,
} from "@countersign/core";
import { describe, expect, it } from "vitest";
import { openEngine } from "../engine/open-engine.ts";
import { attempts } from "./attempts.ts";

const CHAINS = {
  version: 1,
  profile: "chains",
  people: { owner: ["ana"], csuite: ["ceo"] },
  merge: { graceSeconds: 0 },
};

const { engine, shop, ana, agent, key, until } = await openEngine(CHAINS);

/** Hands a new file in as the agent, and waits until a person is asked or the change is merged. */
async function handIn(title: string, words: { type?: string; department?: string }): Promise<Task> {
  const { task } = await engine.createTask(agent, key(), { title, repo: "shop", ...words });
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write(`${task}.md`, "text\n");
  shop.commit(title);
  shop.git("branch", "--force", task);
  const from = { branch: task };
  await engine.submitWork(agent, key(), { task, from, signal: "DONE", summary: "" });
  return await until(
    task,
    ({ phase }) =>
      phase.is === "done" ||
      phase.is === "held" ||
      (phase.is === "reviewing" && phase.person !== null),
  );
}

describe("I12 Only more scrutiny: an author's type and department take no layer away", () => {
  it("merges an internal note without a person", async () => {
    expect((await handIn("Notes", {})).phase.is).toBe("done");
  });

  it("asks the owner for the head of a department that the author leaves out", async () => {
    const task = await handIn("Marketing plan", { type: "marketing_internal" });

    expect(task.phase).toMatchObject({ is: "reviewing", person: "ana" });
    expect(task.round?.plan?.requirements.at(-1)).toMatchObject({
      who: ["ana"],
      human: true,
      layers: ["department_head", "owner"],
    });
  });

  it("asks the owner for the head of a department that does not exist", async () => {
    const words = { type: "marketing_internal", department: "none" };

    expect((await handIn("Marketing plan", words)).phase).toMatchObject({ person: "ana" });
  });

  it("asks the layers of the title although the author calls it an internal document", async () => {
    const words = { type: "internal_document", department: "marketing" };
    const task = await handIn("Press release", words);

    expect(task.phase).toMatchObject({ is: "reviewing", person: "cmo" });
    expect(task.round?.plan?.chain).toEqual(["self", "peer", "department_head", "owner"]);
  });

  it("flags the layers that nobody could answer on a task that a person created", async () => {
    const { task } = await engine.createTask(ana, key(), {
      title: "Plan",
      type: "marketing_internal",
      repo: "shop",
    });
    const branch = shop.git("rev-parse", "main");
    shop.git("checkout", "--quiet", "--detach", branch);
    shop.write("plan.md", "plan\n");
    shop.commit("Plan");
    shop.git("branch", "--force", task);
    const from = { branch: task };
    await engine.submitWork(agent, key(), { task, from, signal: "DONE", summary: "" });
    const done = await until(task, ({ phase }) => phase.is === "done");

    expect(done.flags).toEqual(["layer_skipped"]);
  });
});

const TITLES = [
  "Notes",
  "Fix the login",
  "Press release",
  "Budget",
  "Business plan",
  "Help article",
];
const TYPES = [
  undefined,
  "internal_document",
  "code",
  "marketing_internal",
  "marketing_external",
  "financial_report",
  "customer_facing",
  "strategic_plan",
  "poem",
  "__proto__",
];
const DEPARTMENTS = [undefined, "engineering", "finance", "marketing", "empty", "poetry"];
const PATHS = [[], ["a.ts"], ["notes.md"]];
const PROFILES = ["default", "chains", "cycles", "pipeline"];
const LABELS = [[], ["review:skip"], ["docs"], ["trivial", "security"]];

const policies = PROFILES.map((profile): Policy => {
  const loaded = loadPolicy({
    ...CHAINS,
    profile,
    departments: {
      engineering: { head: "cto", agents: ["dev-1"] },
      finance: { head: "cfo" },
      marketing: { head: "robot" },
      empty: { head: "cmo" },
    },
    chainOverrides: {
      engineering: { code: ["self"], marketing_external: ["self"] },
      finance: { financial_report: ["self"], internal_document: ["self", "owner"] },
    },
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
});

const ROSTER = [
  { id: "claude", kind: "agent", department: "engineering", load: 0 },
  { id: "dev-1", kind: "agent", department: "engineering", load: 0 },
  { id: "robot", kind: "agent", load: 0 },
] as const;

const ROSTERS = [[], ROSTER.slice(0, 1), ROSTER];

/** Different in every attempt, the same in every run. */
function pick<Item>(items: readonly Item[], attempt: number, turn: number): Item {
  const mixed = Math.imul(attempt + 1, 0x9e37_79b1 + 2 * turn) >>> 8;
  const item = items[mixed % items.length];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

type Words = { type: string | undefined; department: string | undefined; labels: string[] };

function planWith(attempt: number, { type, department, labels }: Words): Plan {
  const paths = pick(PATHS, attempt, 1);
  const facts = normalize({
    content: {
      repo: "shop",
      target: "main",
      base: "a".repeat(40),
      head: "b".repeat(40),
      tree: "c".repeat(40),
    },
    entries: paths.map((path) => ({
      status: "modified",
      path,
      oldMode: "100644",
      newMode: "100644",
      oldId: "1",
      newId: "2",
      added: 1,
      deleted: 0,
    })),
    commits: [],
    patches: [],
    generatedPaths: [],
    keyChanges: [],
    tooLarge: [],
  });
  return compilePlan({
    facts,
    policy: pick(policies, attempt, 2),
    roster: pick(ROSTERS, attempt, 3),
    gaps: [],
    assignment: {
      title: pick(TITLES, attempt, 4),
      type,
      department,
      statedBy: "author",
      assignee: "claude",
      authors: ["claude"],
      labels: labels.map((name) => ({ name, by: "author" })),
      modeChoices: [],
      avoid: [],
    },
  });
}

/** The layers and machines of one plan that another lacks or leaves to fewer or to machines. */
function lost(before: Plan, after: Plan): string[] {
  const machines = before.requirements.filter(({ layers }) => layers.length === 0);
  const ids = new Set(after.requirements.map(({ id }) => id));
  const layers = before.requirements.flatMap((requirement) =>
    askedLayers(requirement).filter((layer) => {
      const other = after.requirements.find((one) => one.layers.includes(layer));
      if (other === undefined || other.quorum < requirement.quorum) return true;
      if (requirement.human && !other.human) return true;
      return requirement.satisfiedBy === undefined && other.satisfiedBy !== undefined;
    }),
  );
  return [...machines.map(({ id }) => id).filter((id) => !ids.has(id)), ...layers];
}

/** An owner who answers for a head is asked for the head's sake: then the head's layer alone must stay. */
function askedLayers({ layers, because }: Requirement): Layer[] {
  const isForHead = layers.includes("department_head") && because.length === 1;
  return isForHead ? layers.filter((layer) => layer !== "owner") : layers;
}

describe("I12 Only more scrutiny: the plan with an author's words is never weaker than without", () => {
  it("holds for every type, department and label", () => {
    const weaker: unknown[] = [];
    const covered = new Set<string>();
    const total = Math.max(attempts(), TYPES.length * DEPARTMENTS.length);
    for (let attempt = 0; attempt < total; attempt += 1) {
      const type = TYPES[attempt % TYPES.length];
      const department = DEPARTMENTS[Math.trunc(attempt / TYPES.length) % DEPARTMENTS.length];
      const labels = pick(LABELS, attempt, 5);
      covered.add(`${type} in ${department}`);
      const silent = planWith(attempt, { type: undefined, department: undefined, labels: [] });
      const after = planWith(attempt, { type, department, labels });
      const gone = lost(silent, after);
      if (gone.length > 0) weaker.push({ attempt, type, department, labels, gone });
    }
    expect(weaker).toEqual([]);
    expect(covered.size).toBe(TYPES.length * DEPARTMENTS.length);
  });
});
