import { type Shown, type TaskView, toShown } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import type { CommandContext } from "../command/context.ts";
import type { Style } from "../output/style.ts";
import { confirmUnseen } from "../terminal/prompts.ts";
import type { ShownTask } from "./shown-file.ts";

/** A task as it is now, and what the person was last shown of it; null: nothing. */
export type FoundTask = { view: TaskView; shown: ShownTask | null };

export type NamedContent = { round?: number | undefined; tree?: string | undefined };

const MIN_TREE = 7;

/**
 * The round and tree that a decision which lets something through is about: what the person names, or what
 * they were shown last. For anything else the person is asked; where nothing can be asked, it is refused.
 */
export async function contentToDecide(
  context: CommandContext,
  { view, shown }: FoundTask,
  verb: string,
  named: NamedContent = {},
): Promise<Shown> {
  const now = toShown(view);
  if (named.round !== undefined || named.tree !== undefined) return namedContent(view, now, named);
  if (shown !== null && isSame(shown, view)) return now;
  if (now.tree === null) return now; // nothing to look at; the engine says so
  const then = shown === null ? null : shown.round;
  context.say((style) => newsText(view, then, style));
  const unseen = `Round ${now.round} of ${view.id} was not shown to you`;
  const hint = `Review it: countersign diff ${view.id}. In scripts: --tree ${now.tree}`;
  if (!context.ask.allowed) throw new CountersignError("stale_content", unseen, { hint });
  await confirmUnseen(context, `${capital(verb)} round ${now.round} without reviewing it?`);
  return now;
}

function isSame(shown: ShownTask, view: TaskView): boolean {
  const now = toShown(view);
  return shown.round === now.round && shown.tree === now.tree;
}

/** A tree may be abbreviated; a round alone names its tree, for a round never changes. */
function namedContent({ id }: TaskView, now: Shown, { round, tree }: NamedContent): Shown {
  const isTree =
    tree === undefined || (tree.length >= MIN_TREE && now.tree?.startsWith(tree) === true);
  if (isTree) return { round: round ?? now.round, tree: now.tree };
  throw new CountersignError(
    "stale_content",
    `${id} is at round ${now.round} now, tree ${(now.tree ?? "").slice(0, 12)}, not ${tree}`,
    { hint: `Review it: countersign diff ${id}` },
  );
}

function newsText({ id, round }: TaskView, then: number | null, style: Style): string {
  const tree = `tree ${round?.content.tree.slice(0, 12)}`;
  const news =
    then === null
      ? `You have not viewed this round (${tree}).`
      : `You viewed round ${then}; round ${round?.number} (${tree}) was submitted later.`;
  return `${style.paint("warn", news)}\nReview it: countersign diff ${id}`;
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
