import { createHash } from "node:crypto";
import { aggregate, type Command, type Policy, type Round, type Task } from "@countersign/core";
import type { ProvenAct } from "../access/presence-verifier.ts";
import type { DigestedChanges, Mirror } from "../ports/mirror.ts";

/** A round that a person decides about, and the trust file of the target. */
export type RoundOfTask = {
  task: Task;
  round: Round;
  policy: Policy;
  repository: string;
  trust: { number: number; sha256: string };
};

/** Maximum number of paths that an act lists. */
const MAX_UNSHOWN = 1_000;

type StatedAct = ProvenAct["stated"];
type OnRound = Omit<Extract<StatedAct, { act: "mode" }>, "act" | "mode">;

/** Returns what an act states about a command on a round. Null if a proof never contains the command. */
export async function stateAct(
  mirror: Pick<Mirror, "digestChanges" | "showDiff">,
  { task, round, policy, ...common }: RoundOfTask,
  command: Command,
  opened: number | null,
): Promise<StatedAct | null> {
  const { base, head, tree } = round.content;
  const changes = await mirror.digestChanges(task.repo, { from: base, to: tree });
  const about: OnRound = {
    ...common,
    task: task.id,
    round: round.number,
    content: { base, head, tree, changes: changes.sha256 },
    policy: policy.digest,
    plan: round.plan?.digest ?? null,
  };
  if (isApproval(command) || command.type === "override") {
    const { digest, counts } = aggregate(task.findings, round.number);
    const seen = {
      ...{ ...about, findings: { sha256: digest, counts } },
      shown: await describeShown(mirror, round, changes, opened),
    };
    if (command.type === "override") return { act: "override", ...seen };
    const requirement = findRequirement(round, command.requirement);
    return requirement && { act: "approve", ...seen, requirement };
  }
  return stateSettlement(about, round, command);
}

/** A verdict without an objection counts like an approval. */
function isApproval(
  command: Command,
): command is Extract<Command, { type: "approve" | "record_verdict" }> {
  if (command.type !== "record_verdict") return command.type === "approve";
  const { of, opinion } = command;
  return of === "round" && opinion !== "concerns" && opinion !== "blocker";
}

/** States a decision that settles something on the way to the approval. */
function stateSettlement(about: OnRound, round: Round, command: Command): StatedAct | null {
  switch (command.type) {
    case "release": {
      const { resolutions } = command;
      return resolutions.length === 0 ? null : { act: "release", ...about, resolutions };
    }
    case "dispose": {
      const { finding: id, as } = command;
      return as.is === "disputed"
        ? null
        : { act: "dispose", ...about, disposed: [{ id, is: as.is }] };
    }
    case "cancel_reviewer": {
      const requirement = findRequirement(round, command.requirement);
      return requirement && { act: "cancel", ...about, requirement, reviewer: command.reviewer };
    }
    default:
      return "mode" in command ? { act: "mode", ...about, mode: command.mode } : null;
  }
}

function findRequirement(round: Round, id: string): { id: string; sha256: string } | null {
  const found = round.plan?.requirements.find((requirement) => requirement.id === id);
  return found === undefined ? null : { id, sha256: found.digest };
}

/** Describes what the client displayed: the patch as the engine serves it, or a summary. */
async function describeShown(
  mirror: Pick<Mirror, "showDiff">,
  { content }: Round,
  { files }: DigestedChanges,
  opened: number | null,
): Promise<Extract<StatedAct, { act: "override" }>["shown"]> {
  if (opened === null) return { what: "summary", sha256: null, files, opened: 0, unshown: [] };
  const { patch, unshown } = await mirror.showDiff(content);
  return {
    what: "diff",
    sha256: createHash("sha256").update(patch).digest("hex"),
    ...{ files, opened: Math.min(opened, files) },
    unshown: unshown.slice(0, MAX_UNSHOWN).map(({ path }) => path),
  };
}
