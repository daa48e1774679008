import { createHash } from "node:crypto";
import { compileGlobs, isGeneratedPath, type Policy, type Task } from "@countersign/core";
import type { Principal } from "../access/principal.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { type DiffQuery, diff, type TaskDiff } from "./diff.ts";

/** One file of a change, without its lines. */
export type ListedFile = {
  path: string;
  what: "added" | "modified" | "deleted";
  linesAdded: number;
  linesDeleted: number;
  isGenerated: boolean;
  /** The domains of the policy that its path belongs to. */
  domains: readonly string[];
  /** The number of open findings in it. */
  findings: number;
  /** SHA-256 of its patch. Null if the patch is not shown. */
  digest: string | null;
  /** Why its lines are not shown. Null if they are. */
  unshown: string | null;
};

export type ListedChange = Pick<TaskDiff, "round" | "from" | "to" | "upstream"> & {
  files: readonly ListedFile[];
};

/** Lists the files of a change with their facts, in the order of the diff. */
export async function changeFiles(
  scope: EngineScope,
  by: Principal,
  taskId: string,
  query: Pick<DiffQuery, "since" | "until">,
): Promise<ListedChange> {
  const shown = await diff(scope, by, taskId, query);
  const task = await scope.store.load(by.org, taskId);
  const policy =
    task && (await scope.transact((session) => scope.policies.inForce(session, task.repo)));
  const describe = fileFacts(task, policy);
  const { round, from, to, upstream } = shown;
  const files = [
    ...shown.files.map(({ path, patch }) => ({
      path,
      ...readPatch(patch),
      ...describe(path),
      digest: createHash("sha256").update(patch).digest("hex"),
      unshown: null,
    })),
    ...shown.unshown.map(({ path, oldMode, newMode, why }) => ({
      path,
      what: sidesChange(oldMode, newMode),
      linesAdded: 0,
      linesDeleted: 0,
      ...describe(path),
      digest: null,
      unshown: why,
    })),
  ];
  return { round, from, to, upstream, files };
}

const ABSENT = "000000";

function sidesChange(oldMode: string, newMode: string): ListedFile["what"] {
  if (oldMode === ABSENT) return "added";
  return newMode === ABSENT ? "deleted" : "modified";
}

type FileFacts = Pick<ListedFile, "isGenerated" | "domains" | "findings">;

function fileFacts(task: Task | null, policy: Policy | null): (path: string) => FileFacts {
  const domains = (policy?.domains ?? []).map(({ id, globs }) => ({
    id,
    matches: compileGlobs(globs),
  }));
  const facts = new Map((task?.round?.facts?.files ?? []).map((file) => [file.path, file]));
  const open = (task?.findings ?? []).filter(({ disposition }) => disposition.is === "open");
  return (path) => ({
    isGenerated: facts.get(path)?.generated ?? isGeneratedPath(path),
    domains: domains.filter(({ matches }) => matches(path)).map(({ id }) => id),
    findings: open.filter(({ file }) => file === path).length,
  });
}

/** Counts the changed lines of a patch, whose header ends at the first hunk. */
function readPatch(patch: Uint8Array): Pick<ListedFile, "what" | "linesAdded" | "linesDeleted"> {
  const lines = Buffer.from(patch).toString("latin1").split("\n");
  const found = lines.findIndex((line) => line.startsWith("@@ "));
  const start = found === -1 ? lines.length : found;
  const head = lines.slice(0, start);
  const counts = { linesAdded: 0, linesDeleted: 0 };
  for (const line of lines.slice(start))
    if (line.startsWith("+")) counts.linesAdded += 1;
    else if (line.startsWith("-")) counts.linesDeleted += 1;
  if (head.some((line) => line.startsWith("new file mode"))) return { what: "added", ...counts };
  const isGone = head.some((line) => line.startsWith("deleted file mode"));
  return { what: isGone ? "deleted" : "modified", ...counts };
}
