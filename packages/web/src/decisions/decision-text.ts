import type { CountersignError, TaskView } from "@countersign/api";
import { countText } from "@countersign/review";
import type { DecisionAct, TaskDecision } from "./decision.ts";

const DONE: Readonly<Record<DecisionAct, string>> = {
  approve: "Approved",
  redo: "Sent back",
  reject: "Rejected",
  override: "Overrode the gate of",
};

/** Says what one key decided: `Approved cs-1, round 2.` */
export function decidedText(decisions: readonly TaskDecision[]): string {
  const [first, ...others] = decisions;
  if (first === undefined) return "Nothing was decided.";
  if (others.length === 0) return `${DONE[first.act]} ${first.task}, round ${first.round}.`;
  return `${DONE[first.act]} ${countText(decisions.length, "task")}: ${decisions.map(({ task }) => task).join(", ")}.`;
}

export function undoneText(tasks: readonly string[]): string {
  const [first = ""] = tasks;
  return tasks.length === 1
    ? `Undone: ${first} waits for a decision again.`
    : `Undone: ${countText(tasks.length, "task")} wait for a decision again.`;
}

type Refusal = Pick<CountersignError, "code" | "message" | "details">;

/** Says why the engine did not apply a decision. The task as it is now helps to explain it; null if it is unknown. */
export function refusalText(
  decision: TaskDecision,
  { code, message, details }: Refusal,
  now: TaskView | null,
): string {
  const { act, task, round, tree, author } = decision;
  if (code === "human_only" && details.level !== undefined)
    return signatureText([`countersign ${act} ${task} --tree ${tree}`]);
  const sender = now?.authors.at(-1) ?? author ?? "The author";
  const current = now?.round?.number ?? details.round ?? round;
  if (code === "stale_round")
    return `${sender} sent round ${current} while you read round ${round}. ${task} was not decided.`;
  if (code === "stale_content")
    return `${sender} sent other content for round ${current} of ${task} while you read it. It was not decided.`;
  const other = now?.grace ?? null;
  if (code === "wrong_state" && other !== null)
    return `Someone else decided ${task} (${other.act} by ${other.by}). Yours was not applied.`;
  return `Cannot ${act} ${task}: ${withoutDot(message)}.`;
}

/** Says how to sign with a key that this page cannot use. */
export function signatureText(commands: readonly string[]): string {
  return `The policy requires your signature, which this page cannot make. Nothing was decided. Run in a terminal: ${commands.join(" ; ")}`;
}

function withoutDot(text: string): string {
  return text.replace(/\.$/u, "");
}
