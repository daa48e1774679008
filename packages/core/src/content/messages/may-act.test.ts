import { describe, expect, it } from "vitest";
import { type EventSpeaker, mayAct } from "./may-act.ts";

const APPROVE = { act: "approve", task: "5" } as const;
const PEER: EventSpeaker = { id: "dev2", kind: "agent", channel: "authenticated" };
const WAITS = { who: ["dev1", "dev2"], human: false };

describe("mayAct", () => {
  it.each(["submit", "approve", "reject"] as const)(
    "lets an authenticated agent that the plan expects %s [H3]",
    (act) => {
      expect(mayAct({ act, task: "5" }, PEER, WAITS)).toEqual({ ok: true });
    },
  );

  it.each([
    ["another agent", { ...PEER, id: "dev3" }, WAITS, "Task 5 is not waiting for dev3"],
    [
      "an agent whose channel proves nothing",
      { ...PEER, channel: "other" },
      WAITS,
      "Task 5: the sender of this text is not authenticated",
    ],
    [
      "an agent that claims to be the owner",
      { ...PEER, id: "owner" },
      { who: ["owner"], human: true },
      "Task 5 is waiting for a person, who cannot answer by text",
    ],
    [
      "a person, who has commands for that",
      { ...PEER, kind: "human" },
      WAITS,
      "Only an agent may approve task 5 by text; dev2 is not one",
    ],
    [
      "a check",
      { ...PEER, kind: "check" },
      WAITS,
      "Only an agent may approve task 5 by text; dev2 is not one",
    ],
    [
      "the system",
      { ...PEER, kind: "system" },
      WAITS,
      "Only an agent may approve task 5 by text; dev2 is not one",
    ],
    ["anybody when nothing is asked", PEER, null, "Task 5 is not waiting for anyone"],
    ["anybody of an empty list", PEER, { who: [], human: false }, "Task 5 is not waiting for dev2"],
  ] as const)("refuses %s [D1] [H3] [H6]", (_, speaker, expected, reason) => {
    expect(mayAct(APPROVE, speaker, expected)).toEqual({ ok: false, reason });
  });
});
