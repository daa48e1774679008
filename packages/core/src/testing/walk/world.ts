import type { Facts } from "../../content/schema.ts";
import type { RosterEntry } from "../../plan/schema.ts";
import type { Policy } from "../../policy/policy.ts";
import { createTask } from "../../task/commands/work/create.ts";
import type { Command } from "../../task/model/commands.ts";
import type { Actor, Context } from "../../task/model/context.ts";
import type { LogEntry } from "../../task/model/events.ts";
import type { Task } from "../../task/model/state.ts";
import { factsOf } from "../facts-of.ts";
import { policyOf } from "../policy-of.ts";
import { agent, check, person, planner, SYSTEM } from "../scenario.ts";
import type { Dice } from "./dice.ts";

export type TaskCommand = Exclude<Command, { type: "create" }>;

/** A random walk's state: the task, its log, and the world around it. */
export type World = {
  task: Task;
  log: LogEntry[];
  policy: Policy;
  /** What the policy may be replaced by. */
  policies: readonly [Policy, ...Policy[]];
  nowMs: number;
  verdicts: number;
  /** How free text is written; two walks that differ only here must take the same path. */
  text: (kind: number) => string;
};

const ROSTER: readonly RosterEntry[] = [
  { id: "agent-1", kind: "agent", department: "engineering", load: 0 },
  { id: "agent-2", kind: "agent", department: "engineering", load: 1 },
  { id: "agent-3", kind: "agent", department: "engineering", load: 2 },
  { id: "ana", kind: "human", load: 0 },
  { id: "ben", kind: "human", load: 0 },
  { id: "cto", kind: "human", load: 0 },
  { id: "ceo", kind: "agent", load: 0 },
  { id: "codex", kind: "agent", load: 0 },
  { id: "gemini", kind: "agent", load: 0 },
];

/** Everybody who acts: two authors, peers, reviewers, checks, people with and without rights, a planner, the engine. */
export const ACTORS: readonly [Actor, ...Actor[]] = [
  agent("agent-1"),
  agent("agent-2"),
  agent("agent-3"),
  agent("build-reviewer"),
  agent("security-reviewer"),
  agent("finance-sme"),
  agent("codex"),
  agent("gemini"),
  agent("ceo"),
  check("integrity"),
  check("secrets"),
  person("ana"),
  person("ben"),
  person("cto"),
  person("eve"),
  planner("plan-agent"),
  SYSTEM,
];

const PEOPLE = { owner: ["ana", "ben"], substitutes: { ana: ["ben"], cto: ["eve", "ben"] } };
const SMALL = {
  policies: [
    {
      id: "universal",
      when: "always",
      require: [{ reviewer: "secrets" }],
      priority: 100,
      description: "Every change",
    },
  ],
  rules: [],
};

/** Policies of every profile, with and without a merge target, panel, fail-fast and four eyes. */
const POLICY_SETS: readonly (readonly [Policy, ...Policy[]])[] = [
  [{}, { trust: { separation: "four_eyes" } }],
  [{ profile: "strict" }, {}],
  [{ profile: "chains" }, { profile: "chains", merge: { strategy: "none" } }],
  [{ profile: "modes" }, { profile: "modes", modes: { default: "auto" } }],
  [{ profile: "cycles" }, { profile: "cycles", limits: { attempts: 2 } }],
  [
    { profile: "panel" },
    { profile: "panel", panel: { members: ["codex", "gemini", "build-reviewer"], quorum: 2 } },
  ],
  [{ profile: "pipeline" }, { profile: "pipeline", gate: { failFast: true } }],
  [
    { ...SMALL, modes: { default: "auto" } },
    { ...SMALL, modes: { default: "per-task" } },
  ],
  [{ ...SMALL, modes: { default: "auto", labels: {} }, merge: { strategy: "none" } }, SMALL],
  [
    {
      ...SMALL,
      chains: { internal_document: ["self"], code: ["peer"] },
      modes: { default: "skip" },
      inferTypes: [],
      chainOverrides: {},
    },
    SMALL,
  ],
].map(([first, second]) => [load(first), load(second)] as const);

function load(file: object | undefined): Policy {
  return policyOf({ people: PEOPLE, ...file });
}

export const TREES = ["1", "2", "3", "4", "5"] as const;
const PATHS: readonly string[][] = [
  ["src/app.ts"],
  ["docs/readme.md"],
  ["src/billing/total.ts"],
  ["countersign.json"],
  ["src/app.ts", "src/auth/login.ts"],
];

/** The facts of each tree; the fourth touches a protected path. */
export const FACTS: Readonly<Record<string, Facts>> = Object.fromEntries(
  TREES.map((tree, index) => [tree.repeat(40), factsOf(tree, PATHS[index])]),
);
export const PROTECTED_TREE = "4".repeat(40);

const LABELS: readonly [Task["labels"], ...Task["labels"][]] = [
  [],
  [{ name: "security", by: "tracker" }],
  [{ name: "docs", by: "person" }],
  [{ name: "trivial", by: "author" }],
  [{ name: "review:auto", by: "person" }],
];

const TITLES = [
  "Implement the limiter",
  "Write the marketing plan",
  "Quarterly budget",
  "Notes",
] as const;

export function newWorld(dice: Dice, text: World["text"]): World {
  const policies = POLICY_SETS[dice.roll(POLICY_SETS.length)] ?? [policyOf()];
  const world: Omit<World, "task" | "log"> = {
    policy: policies[0],
    policies,
    nowMs: 1_000_000,
    verdicts: 0,
    text,
  };
  const created = createTask(
    {
      type: "create",
      id: "cs-walk",
      title: dice.pick(TITLES),
      repo: "shop",
      taskType: null,
      department: dice.pick(["engineering", "engineering", "finance", null]),
      priority: "P1",
      labels: [...dice.pick(LABELS)],
      assignee: dice.pick([null, null, "agent-1"]),
      authorFamily: null,
      sponsor: dice.pick([null, "ana", "ben"]),
    },
    contextOf({ ...world }, person("ana")),
  );
  return { ...world, task: created.task, log: [...created.log] };
}

/** One agent works for a person who may be asked, the others for a person who is never asked. */
function sponsored(actor: Actor): Actor {
  if (actor.kind !== "agent") return actor;
  return { ...actor, sponsor: actor.id === "agent-2" ? "ben" : "sam" };
}

export function contextOf(
  { nowMs, policy }: Pick<World, "nowMs" | "policy">,
  actor: Actor,
  repoHeld = false,
): Context {
  return {
    actor: sponsored(actor),
    nowMs,
    policy,
    roster: ROSTER,
    holds: { agent: false, sprint: false, repo: repoHeld },
    dismissals: [],
  };
}

export function actorOf(id: string): Actor {
  return ACTORS.find((actor) => actor.id === id) ?? agent(id);
}
