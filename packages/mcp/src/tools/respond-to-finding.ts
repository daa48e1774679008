import { type TaskView, toShown } from "@countersign/api";
import { z } from "zod";
import { taskOrWork } from "../tool/find-work.ts";
import { keyFor, type McpSession, refuseCall } from "../tool/session.ts";
import { defineTool, Next } from "../tool/tool.ts";
import { FindingView, listUnansweredFindings, viewFindings } from "../tool/views.ts";

const Input = z.object({
  finding_id: z.string().min(1).max(300),
  status: z.enum(["fixed", "answered", "wont_fix"]),
  note: z.string().max(2_000).default(""),
});

export const respondToFindingTool = defineTool({
  name: "respond_to_finding",
  roles: ["author"],
  description:
    "Answer one finding, F-3 or cs-ab12/F-3: explain why it is wrong or will not be fixed. The note is " +
    "required unless fixed; a fix counts when you submit it.",
  does: "write",
  input: Input,
  output: z.object({ finding: FindingView, remaining: z.number(), next: Next }),
  async run(session, { finding_id: word, status, note }) {
    const { view, id } = await findFinding(session, word);
    if (status === "fixed") return tellFixed(view, id);
    if (note.trim() === "") refuseCall("invalid_input", `note: ${status} needs a reason.`);
    const key = await keyFor(session, "respond", view.id, view.round?.number, id, status, note);
    const body = { is: "disputed", note, ...toShown(view) } as const;
    await session.client.dispose({ task: view.id, finding: id, body, key });
    const after = await session.client.showTask({ task: view.id });
    const remaining = listUnansweredFindings(after).length;
    const [finding = { id }] = viewFindings(
      after.findings.filter((one) => one.id === id),
      "concise",
    );
    return {
      data: { finding, remaining, next: nextAfter(after, remaining) },
      text: `${id} of ${view.id} is answered; ${remaining} left.`,
    };
  },
});

async function findFinding(session: McpSession, word: string) {
  const slash = word.lastIndexOf("/");
  const view = await taskOrWork(session, slash === -1 ? undefined : word.slice(0, slash));
  const id = word.slice(slash + 1);
  if (view.findings.some((one) => one.id === id)) return { view, id };
  return refuseCall("not_found", `${view.id} has no such finding.`);
}

function tellFixed(view: TaskView, id: string) {
  const remaining = listUnansweredFindings(view).filter((one) => one.id !== id).length;
  return {
    data: {
      finding: { id, status: "fixed", counts: "when you hand it in" },
      remaining,
      next: {
        do: `submit_for_review with answers=[{finding_id: "${id}", status: "fixed"}]`,
        why: "Reviewers look at the new tree.",
      },
    },
    text: `${id} is checked against what you submit.`,
  };
}

function nextAfter({ state }: TaskView, remaining: number): Next {
  if (remaining > 0) return { do: "fix or answer the rest", why: `${remaining} have no answer.` };
  if (state === "reviewing" || state === "held")
    return { do: "stop", why: "Reviewers read your answer." };
  return { do: "submit_for_review", why: "Every finding has an answer." };
}
