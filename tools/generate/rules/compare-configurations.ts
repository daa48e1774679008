import { parse } from "jsonc-parser";
import { newConfig } from "../../../packages/cli/src/init/reviewers/new-config.ts";
import { normalize } from "../../../packages/core/src/content/normalize.ts";
import { compilePlan } from "../../../packages/core/src/plan/compile/compile-plan.ts";
import type { Plan } from "../../../packages/core/src/plan/schema.ts";
import { loadPolicy } from "../../../packages/core/src/policy/load/load-policy.ts";
import type { Policy } from "../../../packages/core/src/policy/policy.ts";
import {
  type BuiltinCheck,
  isBuiltin,
} from "../../../packages/engine/src/review/checks/builtin/builtin.ts";
import { findingsIn } from "../../../packages/engine/src/review/checks/testing/findings-in.ts";
import {
  type SketchedFile,
  sketchChange,
} from "../../../packages/engine/src/review/checks/testing/sketch-change.ts";
import { EXAMPLES } from "./all-examples.ts";

/** The results of the gate, mildest first. */
const GATES = ["pass", "pass_with_warnings", "needs_fixes", "fail"] as const;
/** When a person is asked, least strict first. */
const PEOPLE = ["never", "unless checks pass", "in the queue", "at once"] as const;

/** The result of a change under one configuration. */
export type Result = {
  gate: (typeof GATES)[number];
  person: (typeof PEOPLE)[number];
  agents: readonly string[];
};

/** One change of the corpus under the defaults and under another configuration. */
export type Comparison = {
  example: string;
  without: Result;
  with: Result;
  is: "same" | "stricter" | "weaker";
};

type File = Readonly<Record<string, unknown>>;

const INIT = { owner: "ana", target: "main", checks: [], email: "ana@example.com", isLocal: true };

/**
 * The configurations to compare with the defaults. `agents`: whether agents count, which need a
 * program.
 */
export const CONFIGURATIONS: Readonly<Record<string, { file: File; agents: boolean }>> = {
  "init, no agent": { file: initFile("none"), agents: false },
  "init, claude": { file: initFile("claude"), agents: true },
  "init, codex": { file: initFile("codex"), agents: true },
  "init, gemini": { file: initFile("gemini"), agents: true },
  "init, opencode": { file: initFile("opencode"), agents: true },
  "preset careful": { file: { preset: "careful" }, agents: true },
  "preset balanced": { file: { preset: "balanced" }, agents: true },
  "preset fast": { file: { preset: "fast" }, agents: true },
};

function initFile(agentReviewers: "none" | "claude" | "codex" | "gemini" | "opencode"): File {
  return parse(newConfig({ ...INIT, agentReviewers }));
}

/**
 * Compares a configuration with the defaults on the failing and the passing change of each rule.
 */
export async function compareWithDefaults(name: string): Promise<Comparison[]> {
  const { file, agents } = CONFIGURATIONS[name] ?? { file: {}, agents: true };
  const comparisons: Comparison[] = [];
  for (const [id, { fails, passes, policy = {} }] of Object.entries(EXAMPLES))
    for (const [kind, files] of Object.entries({ fails, passes })) {
      const without = await resultOf(files, { version: 1, ...policy });
      const found = await resultOf(files, { ...file, ...policy });
      const is = compare(without, found, agents);
      comparisons.push({ example: `${id} ${kind}`, without, with: found, is });
    }
  return comparisons;
}

const results = new Map<string, Result>();

/** Judges a change under a configuration, with a cache. */
async function resultOf(files: readonly SketchedFile[], file: File): Promise<Result> {
  const key = JSON.stringify([files, file]);
  const result = results.get(key) ?? (await judge(files, file));
  results.set(key, result);
  return result;
}

async function judge(files: readonly SketchedFile[], file: File): Promise<Result> {
  const policy = policyOf(file);
  const facts = normalize(sketchChange(files).change);
  const plan = compilePlan({ facts, policy, roster: [], assignment: ASSIGNMENT, gaps: [] });
  const machines = plan.requirements.filter(({ kind }) => kind === "check" || kind === "agent");
  const names = machines.flatMap(({ who }) => who);
  const checks = names.filter((name): name is BuiltinCheck => isBuiltin(name, policy.reviewers));
  const findings = (await Promise.all(checks.map((id) => findingsIn(id, files, file)))).flat();
  return {
    gate: gateOf(new Set(findings.map(({ severity }) => severity))),
    person: personOf(plan),
    agents: machines.flatMap(({ kind, who }) => (kind === "agent" ? who : [])).toSorted(),
  };
}

function gateOf(severities: ReadonlySet<string>): Result["gate"] {
  if (severities.has("critical")) return "fail";
  if (severities.has("major")) return "needs_fixes";
  return severities.has("warning") ? "pass_with_warnings" : "pass";
}

function personOf({ requirements }: Plan): Result["person"] {
  const owner = requirements.find(({ layers }) => layers.includes("owner"));
  if (owner === undefined) return "never";
  if (owner.satisfiedBy !== undefined) return "unless checks pass";
  return owner.delivery === "now" ? "at once" : "in the queue";
}

function compare(without: Result, found: Result, agents: boolean): Comparison["is"] {
  const steps = [
    GATES.indexOf(found.gate) - GATES.indexOf(without.gate),
    PEOPLE.indexOf(found.person) - PEOPLE.indexOf(without.person),
    ...(agents ? [agentStep(without, found)] : []),
  ];
  if (steps.some((step) => step < 0)) return "weaker";
  return steps.some((step) => step > 0) ? "stricter" : "same";
}

/** Compares the agents; below zero if one is missing. */
function agentStep(without: Result, found: Result): number {
  const isComplete = without.agents.every((agent) => found.agents.includes(agent));
  return isComplete ? found.agents.length - without.agents.length : -1;
}

const ASSIGNMENT = {
  title: "a local change",
  statedBy: "author",
  assignee: "author",
  authors: ["author"],
  labels: [],
  modeChoices: [],
  avoid: [],
} as const;

const known = new Map<string, Policy>();

function policyOf(file: File): Policy {
  const key = JSON.stringify(file);
  const policy = known.get(key) ?? load(file);
  known.set(key, policy);
  return policy;
}

function load(file: File): Policy {
  const loaded = loadPolicy(file);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
}

/** Prints one line per example, and the sums of a configuration. */
export function comparisonText(name: string, comparisons: readonly Comparison[]): string {
  const count = (is: Comparison["is"]) => comparisons.filter((one) => one.is === is).length;
  const lines = comparisons.map(
    ({ example, without, with: found, is }) =>
      `  ${is.padEnd(8)}  ${example.padEnd(28)}  ${resultText(without).padEnd(60)}  ${resultText(found)}`,
  );
  const sums = `${name}: ${count("same")} same, ${count("stricter")} stricter, ${count("weaker")} weaker`;
  return [sums, ...lines].join("\n");
}

function resultText({ gate, person, agents }: Result): string {
  return `${gate}, owner ${person}, ${agents.length} agents`;
}

if (import.meta.main)
  for (const name of Object.keys(CONFIGURATIONS))
    process.stdout.write(`${comparisonText(name, await compareWithDefaults(name))}\n\n`);
