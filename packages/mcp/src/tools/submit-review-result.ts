import type { Client, TaskView } from "@countersign/api";
import { z } from "zod";
import { changedLineNumbers } from "../tool/change-pages.ts";
import { type ReviewerSeat, readSeat } from "../tool/find-seat.ts";
import { requireWholeChange } from "../tool/require-whole-change.ts";
import { keyFor, type McpSession, refuseCall } from "../tool/session.ts";
import { defineTool, Id, Next } from "../tool/tool.ts";

/** Parses each finding separately, so one invalid finding does not invalidate the others. */
const Found = z.object({
  severity: z.enum(["critical", "major", "warning", "info"]),
  category: z.string().min(1).max(100).default("review"),
  file: z.string().min(1).max(4_096).optional(),
  line: z.int().min(1).optional(),
  quote: z.string().max(2_000).optional(),
  message: z.string().min(1).max(2_000),
  satisfied_when: z.string().max(2_000).optional(),
  rule_id: z
    .string()
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._@+-]{0,62}[A-Za-z0-9])?$/)
    .optional(),
  confidence: z.number().min(0).max(1).optional(),
});
type Found = z.output<typeof Found>;

/** The listed schema of a finding; `Found` parses each again. */
const Listed = z.looseObject({
  severity: z.string(),
  category: z.string().optional(),
  file: z.string().optional(),
  line: z.number().optional(),
  quote: z.string().optional(),
  message: z.string(),
  satisfied_when: z.string().optional(),
  rule_id: z.string().optional(),
  confidence: z.number().optional(),
});

const Input = z.object({
  assignment_id: Id,
  approved: z.boolean(),
  feedback: z.string().max(10_000).default(""),
  verdict: z.enum(["approved", "concerns", "blocker"]).optional(),
  summary: z.string().max(10_000).default(""),
  findings: z.array(Listed).max(200).default([]),
});
type Input = z.output<typeof Input>;

export const submitReviewResultTool = defineTool({
  name: "submit_review_result",
  roles: ["reviewer"],
  description:
    "Submit your verdict on exactly the assigned round. A finding names what fails and for whom; no " +
    "findings is a good answer. severity: critical, major, warning or info.",
  does: "write",
  input: Input,
  output: z.looseObject({
    status: z.enum(["approved", "rework", "escalated"]),
    review_attempt: z.number(),
    max_cycles: z.number(),
    escalated: z.boolean(),
    message: z.string(),
    accepted: z.array(z.string()),
    rejected: z.array(z.object({ index: z.number(), reason: z.string() })),
    next: Next,
  }),
  async run(session, given) {
    const opinion = opinionOf(given);
    const seat = await readSeat(session, given.assignment_id);
    const { found, rejected } = readFindings(given.findings);
    if (found.length === 0 && rejected.length > 0)
      refuseCall(
        "bad_finding",
        rejected.map(({ index, reason }) => `findings[${index}]: ${reason}.`).join(" "),
      );
    const notShownWhole = opinion === "approved" ? await requireWholeChange(session, seat) : null;
    const known = new Set(seat.view.findings.map(({ id }) => id));
    await record(session, seat, { ...given, opinion, notShownWhole }, found);
    const after = await session.client.showTask({ task: seat.view.id });
    const counted = notShownWhole === null ? opinion : "abstained";
    return tellOf(after, seat, counted, { known, rejected });
  },
});

function opinionOf({ approved, verdict }: Input): "approved" | "concerns" | "blocker" {
  if (verdict === undefined) return approved ? "approved" : "concerns";
  if (approved !== (verdict === "approved"))
    refuseCall("invalid_input", `verdict: ${verdict} contradicts approved: ${approved}.`);
  return verdict;
}

type RejectedFinding = { index: number; reason: string };

function readFindings(given: Input["findings"]): { found: Found[]; rejected: RejectedFinding[] } {
  const found: Found[] = [];
  const rejected: RejectedFinding[] = [];
  for (const [index, one] of given.entries()) {
    const parsed = Found.safeParse(one);
    if (parsed.success) found.push(parsed.data);
    else {
      const [issue] = parsed.error.issues;
      rejected.push({ index, reason: `${issue?.path.join(".")}: ${issue?.message}` });
    }
  }
  return { found, rejected };
}

type Spoken = Pick<Input, "summary" | "feedback"> & {
  opinion: "approved" | "concerns" | "blocker";
  notShownWhole: string | null;
};

async function record(
  session: McpSession,
  { view, requirement, round, tree }: ReviewerSeat,
  { summary, feedback, opinion, notShownWhole }: Spoken,
  found: readonly Found[],
): Promise<void> {
  const isUnchanged = await unchangedLines(session.client, view, round);
  const findings = found.map((one) => ({ raw: rawOf(one), onUnchangedLines: isUnchanged(one) }));
  const said = [summary, feedback].filter((text) => text.trim() !== "").join("\n\n");
  const body = {
    ...{ round, tree, requirement: requirement.id, opinion, summary: said, findings },
    ...(notShownWhole !== null && { notShownWhole }),
  };
  const key = await keyFor(session, "submit_review_result", view.id, body);
  await session.client.recordVerdict({ task: view.id, body, key });
}

function rawOf({ rule_id: ruleId, satisfied_when: satisfiedWhen, ...rest }: Found) {
  return {
    ...rest,
    ...(ruleId !== undefined && { ruleId }),
    ...(satisfiedWhen !== undefined && { satisfiedWhen }),
  };
}

/** From round 2 on, determines whether a finding is on unchanged lines. */
async function unchangedLines(
  client: Client,
  { id }: TaskView,
  round: number,
): Promise<(found: Found) => boolean> {
  if (round < 2) return () => false;
  const lines = changedLineNumbers((await client.showDiff({ task: id, since: round - 1 })).files);
  return ({ file, line }) => {
    if (file === undefined) return false;
    const changed = lines.get(file);
    return changed === undefined || (line !== undefined && !changed.has(line));
  };
}

type Status = "approved" | "rework" | "escalated";

function tellOf(
  after: TaskView,
  { view, requirement }: ReviewerSeat,
  opinion: string,
  { known, rejected }: { known: ReadonlySet<string>; rejected: RejectedFinding[] },
) {
  const mine = after.round?.requirements.find(({ id }) => id === requirement.id)?.verdicts.at(-1);
  const ids = mine?.findings ?? [];
  const escalated = after.state === "held" && after.hold?.kind === "escalated";
  const own: Status = opinion === "approved" ? "approved" : "rework";
  const status: Status = escalated ? "escalated" : own;
  const lateIds = after.findings
    .filter(({ disposition }) => disposition.is === "late")
    .map(({ id }) => id);
  const message = `Your verdict on ${view.id} is ${opinion}; the task is ${after.state}.`;
  return {
    data: {
      status,
      review_attempt: after.attempt,
      max_cycles: after.attemptLimit,
      escalated,
      message,
      accepted: ids.filter((id) => !known.has(id) && !lateIds.includes(id)),
      merged_duplicates: ids.filter((id) => known.has(id)),
      late: ids.filter((id) => lateIds.includes(id)),
      rejected,
      next: { do: "get_my_assignment", why: "There may be another review for you; else stop." },
    },
    text: message,
  };
}
