import type { TextAction } from "./text-action.ts";

/** The author of the text. The id comes from the channel's credential, never from the text. */
export type EventSpeaker = {
  id: string;
  kind: "human" | "agent" | "check" | "system";
  channel: "authenticated" | "other";
};

/** The actors that the task waits for: the reviewers of the open requirement, or the assignee for a submit. */
export type Expected = { who: readonly string[]; human: boolean };

/**
 * Returns whether a text may act on a task.
 *
 * Text never answers for a person: people decide with commands that show the change.
 */
export function mayAct(
  action: Pick<TextAction, "act" | "task">,
  speaker: EventSpeaker,
  expected: Expected | null,
): { ok: true } | { ok: false; reason: string } {
  const { act, task } = action;
  if (speaker.kind !== "agent") {
    return refuse(`Only an agent may ${act} task ${task} by text; ${speaker.id} is not one`);
  }
  if (speaker.channel !== "authenticated") {
    return refuse(`Task ${task}: the sender of this text is not authenticated`);
  }
  if (expected === null) return refuse(`Task ${task} is not waiting for anyone`);
  if (expected.human)
    return refuse(`Task ${task} is waiting for a person, who cannot answer by text`);
  if (!expected.who.includes(speaker.id)) {
    return refuse(`Task ${task} is not waiting for ${speaker.id}`);
  }
  return { ok: true };
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
