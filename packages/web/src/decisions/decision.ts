import type { Answer, Client, TaskView } from "@countersign/api";
import type { RedoDraft } from "@countersign/review";

/** The round and tree that were on screen. The engine refuses a decision about any other content. */
type ShownRound = { readonly round: number; readonly tree: string };

type About = ShownRound & {
  readonly task: string;
  /** The author of the round, for messages; null if unknown. */
  readonly author: string | null;
};

type Redo = {
  readonly act: "redo";
  readonly quickIssues: readonly string[];
  readonly customFeedback: string;
} & Pick<RedoDraft, "option" | "priority">;

/** A decision of the person about exactly one round. */
export type TaskDecision = About &
  (
    | {
        readonly act: "approve" /** How much was read: `40% of 12 changed lines read`. */;
        readonly note: string;
      }
    | Redo
    | { readonly act: "reject"; readonly reason: string }
    | { readonly act: "override"; readonly reason: string }
  );
export type DecisionAct = TaskDecision["act"];

/** Returns what a decision on a task as shown must name; null before the first submission. */
export function decisionSubject({ id, round, authors }: TaskView): About | null {
  if (round === null) return null;
  const { number, content } = round;
  return { task: id, round: number, tree: content.tree, author: authors.at(-1) ?? null };
}

/** Sends a decision. The same key can be sent again without a second effect. */
export async function sendShownDecision(
  engine: Client,
  decision: TaskDecision,
  key: string,
): Promise<Answer> {
  const { task, round, tree } = decision;
  switch (decision.act) {
    case "approve": {
      const { note } = decision;
      const body = note === "" ? { round, tree } : { round, tree, note };
      return await engine.approve({ task, body, key });
    }
    case "redo": {
      const { customFeedback, option, priority } = decision;
      const quickIssues = [...decision.quickIssues];
      const body = { round, tree, quickIssues, customFeedback, option, priority };
      return await engine.redo({ task, body, key });
    }
    case "reject":
      return await engine.reject({ task, body: { round, tree, reason: decision.reason }, key });
    case "override":
      return await engine.override({ task, body: { round, tree, reason: decision.reason }, key });
  }
}

export async function sendUndo(engine: Client, decision: TaskDecision): Promise<Answer> {
  const { task, round, tree } = decision;
  return await engine.undo({ task, body: { round, tree } });
}
