import { isUtf8 } from "node:buffer";
import { type Content, CountersignError } from "@countersign/core";
import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import type { Mirror } from "../ports/mirror.ts";
import type { DiffOptions, ShownDiff } from "../ports/shown-diff.ts";
import { redactPatch } from "../review/reviewers/redact-text.ts";

export type DiffQuery = {
  /** Shows only changes since this round. Default: the whole change. */
  since?: number | undefined;
  /** Shows the change as of this round. Default: the current round. */
  until?: number | undefined;
  /** Shows only this file, with all of its lines. */
  file?: string | undefined;
  /** Shows only these files. */
  files?: readonly string[] | undefined;
  /** The least number of unchanged lines around each change. Default 3. */
  context?: number | undefined;
};

export type TaskDiff = ShownDiff & {
  round: number;
  /** For agents: number of redactions that cover more than a token. */
  covered: number;
  /** The first commit or tree of the diff, and the last tree. */
  from: string;
  to: string;
  /** Between two rounds: whether changes of the target are absent, left out, or included. */
  upstream: "none" | "left_out" | "included";
};

/**
 * Returns the change of a task's round, or its difference from an earlier round.
 *
 * Credentials are redacted for agents, but not for people.
 */
export async function diff(
  scope: EngineScope,
  by: Principal,
  taskId: string,
  query: DiffQuery,
): Promise<TaskDiff> {
  requirePermission(by, "read", taskId);
  const shown = await readChange(scope, by, taskId, query);
  return by.actor.kind === "human" ? { ...shown, covered: 0 } : redactDiff(shown);
}

async function readChange(
  scope: EngineScope,
  by: Principal,
  taskId: string,
  { since, until, file, files, context }: DiffQuery,
): Promise<Omit<TaskDiff, "covered">> {
  const task = await scope.store.load(by.org, taskId);
  const current = task?.round;
  if (!task || !current)
    throw new CountersignError(
      "not_found",
      `${taskId} has nothing to show yet: nothing was submitted`,
    );
  const mirror = scope.mirror;
  const round = until ?? current.number;
  const contentIn = async (number: number): Promise<Content> =>
    number === current.number ? current.content : await readRoundContent(scope, taskId, number);
  const content = await contentIn(round);
  const options: DiffOptions = {
    ...(file !== undefined && { file }),
    ...(files !== undefined && { paths: files }),
    ...(context !== undefined && { context }),
  };
  const to = content.tree;
  if (since === undefined) {
    const shown = await mirror.showDiff(content, options);
    return { ...shown, round, from: content.base, to, upstream: "none" };
  }
  const { from, upstream } = await findStart(mirror, task.repo, await contentIn(since), content);
  const shown = await mirror.interdiff(task.repo, from, to, options);
  return { ...shown, round, from, to, upstream };
}

/**
 * Redacts each file separately, so that one file cannot hide another. Bytes that are not UTF-8 stay unchanged.
 */
function redactDiff(shown: Omit<TaskDiff, "covered">): TaskDiff {
  let covered = 0;
  const files = shown.files.map(({ path, patch }) => {
    const coding = isUtf8(patch) ? "utf8" : "latin1";
    const redacted = redactPatch(Buffer.from(patch).toString(coding));
    covered += redacted.covered;
    return { path, patch: Buffer.from(redacted.text, coding) };
  });
  return { ...shown, files, covered };
}

type Start = Pick<TaskDiff, "from" | "upstream">;

/**
 * Returns the earlier round as it would be on the later base, so that commits merged by others do not appear as
 * the author's. If they cannot be separated, the diff shows more, never less.
 */
async function findStart(
  mirror: Mirror,
  repo: string,
  earlier: Content,
  later: Content,
): Promise<Start> {
  if (earlier.base === later.base) return { from: earlier.tree, upstream: "none" };
  const merge = { base: earlier.base, ours: later.base, theirs: earlier.head };
  // If the merge fails, the diff is still shown.
  const merged = await mirror.trialMerge(repo, merge).catch(() => null);
  return merged?.outcome === "clean"
    ? { from: merged.tree, upstream: "left_out" }
    : { from: earlier.tree, upstream: "included" };
}

async function readRoundContent(
  { store, org }: EngineScope,
  taskId: string,
  round: number,
): Promise<Content> {
  for (const { event } of await store.log(org, taskId))
    if (event.type === "submitted" && event.round === round) return event.content;
  throw new CountersignError("not_found", `${taskId} has no round ${round}`);
}
