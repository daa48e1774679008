import type { TextAction } from "./text-action.ts";

/** Who wrote the text. The id comes from the channel's credential, never from the text. */
export type EventSpeaker = {
  id: string;
  kind: "human" | "agent" | "check" | "system";
  channel: "authenticated" | "other";
};

/** Whose word the task waits for: of the open requirement, or of the assignee for a submit. */
export type Expected = { who: readonly string[]; human: boolean };

/**
 * Tells whether a text may do what it asks for.
 *
 * Text never answers for a person: people decide with commands of their own, which show what they decide on.
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
    return refuse(`Task ${task}: it is not known for certain who speaks`);
  }
  if (expected === null) return refuse(`Task ${task} waits for nobody now`);
  if (expected.human) return refuse(`Task ${task} waits for a person; no text stands in for one`);
  if (!expected.who.includes(speaker.id)) {
    return refuse(`Task ${task} does not wait for ${speaker.id}`);
  }
  return { ok: true };
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
