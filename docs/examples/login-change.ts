import {
  type Actor,
  type Command,
  type Context,
  loadPolicy,
  normalize,
} from "../../packages/core/src/index.ts";

/** A change of one file, the task it belongs to, and everybody who acts on it. */

const loaded = loadPolicy({ people: { owner: ["ana"] } });
if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
const { policy } = loaded;

/** What surrounds a command: who acts, when, under which policy. */
export function as(id: string, kind: Actor["kind"]): Context {
  const holds = { agent: false, sprint: false, repo: false };
  const actor = { id, kind, planner: false };
  return { actor, nowMs: 0, policy, roster: [], holds, dismissals: [] };
}

const base = "b".repeat(40);
const tree = "1".repeat(40);
const content = { repo: "shop", target: "main", base, head: tree, tree };

export const create: Extract<Command, { type: "create" }> = {
  type: "create",
  id: "cs-demo",
  title: "Fix the login",
  repo: "shop",
  taskType: null,
  department: null,
  priority: "P1",
  labels: [],
  assignee: null,
  authorFamily: null,
  sponsor: "ana",
};

export const submit: Extract<Command, { type: "submit" }> = {
  type: "submit",
  content,
  signal: "DONE",
  summary: "",
  askedType: null,
  committers: [],
  answers: [],
};

export const facts = normalize({
  content,
  entries: [
    {
      path: "src/auth/login.ts",
      status: "modified",
      oldMode: "100644",
      newMode: "100644",
      oldId: base,
      newId: tree,
      added: 12,
      deleted: 3,
    },
  ],
  commits: [],
  patches: [],
  generatedPaths: [],
  keyChanges: [],
  tooLarge: [],
});
