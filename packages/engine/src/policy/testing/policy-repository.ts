import {
  type Content,
  compilePlan,
  type Facts,
  normalize,
  type Plan,
  type Policy,
} from "@countersign/core";
import { policyFindings } from "../../review/checks/builtin/policy-findings.ts";
import type { CheckFinding } from "../../review/checks/findings/check-result.ts";
import { sketchChange } from "../../review/checks/testing/sketch-change.ts";
import type { PolicyFiles } from "../read-policy.ts";
import { policyFrom } from "../read-policy.ts";
import { readPolicyChange } from "../read-policy-change.ts";

/** The files of a tree, by path. */
export type Tree = Readonly<Record<string, string>>;

/**
 * The result of judging a change: the plan of its round, and the integrity check's findings about its policy.
 */
export type JudgedChange = { facts: Facts; plan: Plan; findings: CheckFinding[] };

const MAX_BYTES = 1024 * 1024;

/** Judges a change from one tree to another under the first tree's policy, as a round does. */
export async function judgePolicyChange(before: Tree, after: Tree): Promise<JudgedChange> {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const files = paths.flatMap((path) => {
    const [was, is] = [before[path] ?? null, after[path] ?? null];
    return was === is ? [] : [{ path, before: was, after: is }];
  });
  const { change } = sketchChange(files);
  const policy = await policyIn(before);
  const mirror = createPolicyFiles(change.content, before, after);
  const policyChange = await readPolicyChange(mirror, change.content, policy);
  const facts = normalize({ ...change, policyChange });
  const plan = compilePlan({ facts, policy, roster: [], assignment: ASSIGNMENT, gaps: [] });
  return { facts, plan, findings: policyFindings(facts, policy) };
}

async function policyIn(tree: Tree): Promise<Policy> {
  const loaded = await policyFrom(async (path) => tree[path] ?? null);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
}

const ASSIGNMENT = {
  title: "A change",
  statedBy: "author",
  assignee: "agent-1",
  authors: ["agent-1"],
  labels: [],
  modeChoices: [],
  avoid: [],
} as const;

/** Creates a mirror of two trees. A file's content is its id. */
export function createPolicyFiles({ base }: Content, before: Tree, after: Tree): PolicyFiles {
  const treeOf = (id: string) => (id === base ? before : after);
  const bytes = (text: string) => {
    const content = Buffer.from(text);
    return { size: content.length, bytes: content.length > MAX_BYTES ? null : content };
  };
  return {
    findFiles: async (_repo, id, paths) =>
      new Map(
        paths.flatMap((path) => (path in treeOf(id) ? [[path, treeOf(id)[path] ?? ""]] : [])),
      ),
    readBlob: async (_repo, text) => bytes(text),
    readFile: async (_repo, id, path) => {
      const text = treeOf(id)[path];
      return text === undefined ? null : bytes(text);
    },
  };
}
