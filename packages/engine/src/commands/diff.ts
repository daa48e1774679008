import { isUtf8 } from "node:buffer";
import { type Content, CountersignError } from "@countersign/core";
import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import type { EngineDeps } from "../execute/engine-deps.ts";
import type { DiffOptions, Mirror, ShownDiff } from "../ports/mirror.ts";
import { redactPatch } from "../review/reviewers/redact-text.ts";

export type DiffQuery = {
  /** A round's number: what changed since then. Left out: the whole change. */
  since?: number | undefined;
  /** A round's number: the change as it was then. Left out: the current round. */
  until?: number | undefined;
  /** Only this file, with all of its lines. */
  file?: string | undefined;
};

export type TaskDiff = ShownDiff & {
  round: number;
  /** For an agent: places where the name of a credential replaces more than a token. */
  covered: number;
  /** The commit or tree that it begins from, and the tree that it ends at. */
  from: string;
  to: string;
  /** Between two rounds: what the target gained is in neither, left out, or among what is shown. */
  upstream: "none" | "left_out" | "included";
};

/**
 * The change of a task's round, or what is new in it since an earlier one.
 *
 * An agent reads the names of the credentials in it, a person reads the change as it is.
 */
export async function diff(
  parts: EngineDeps,
  by: Principal,
  taskId: string,
  query: DiffQuery,
): Promise<TaskDiff> {
  requirePermission(by, "read", taskId);
  const shown = await readChange(parts, by, taskId, query);
  return by.actor.kind === "human" ? { ...shown, covered: 0 } : redactDiff(shown);
}

async function readChange(
  parts: EngineDeps,
  by: Principal,
  taskId: string,
  { since, until, file }: DiffQuery,
): Promise<Omit<TaskDiff, "covered">> {
  const task = await parts.store.load(by.org, taskId);
  const current = task?.round;
  if (!task || !current)
    throw new CountersignError(
      "not_found",
      `${taskId} has nothing to show yet: nothing was submitted`,
    );
  const mirror = parts.mirrorOf(by.org);
  const round = until ?? current.number;
  const contentIn = async (number: number): Promise<Content> =>
    number === current.number ? current.content : await contentOf(parts, by.org, taskId, number);
  const content = await contentIn(round);
  const options: DiffOptions = file === undefined ? {} : { file };
  const to = content.tree;
  if (since === undefined) {
    const shown = await mirror.showDiff(content, options);
    return { ...shown, round, from: content.base, to, upstream: "none" };
  }
  const { from, upstream } = await startOf(mirror, task.repo, await contentIn(since), content);
  const shown = await mirror.interdiff(task.repo, from, to, options);
  return { ...shown, round, from, to, upstream };
}

/** What begins in one file cannot hide another. Bytes that are no UTF-8 stay as they are. */
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
 * The earlier round as it would be on the base of the later one, so that what others have merged meanwhile
 * is not shown as the author's. Where that cannot be told apart, more is shown, never less.
 */
async function startOf(
  mirror: Mirror,
  repo: string,
  earlier: Content,
  later: Content,
): Promise<Start> {
  if (earlier.base === later.base) return { from: earlier.tree, upstream: "none" };
  const merge = { base: earlier.base, ours: later.base, theirs: earlier.head };
  // What cannot be merged any more is no reason to show nothing.
  const merged = await mirror.trialMerge(repo, merge).catch(() => null);
  return merged?.outcome === "clean"
    ? { from: merged.tree, upstream: "left_out" }
    : { from: earlier.tree, upstream: "included" };
}

async function contentOf(
  { store }: EngineDeps,
  org: string,
  taskId: string,
  round: number,
): Promise<Content> {
  for (const { event } of await store.log(org, taskId))
    if (event.type === "submitted" && event.round === round) return event.content;
  throw new CountersignError("not_found", `${taskId} has no round ${round}`);
}
