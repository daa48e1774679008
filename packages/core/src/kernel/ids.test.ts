import { describe, expect, it } from "vitest";
import { ActorId, Digest, FindingId, ObjectId, TaskId, VerdictId } from "./ids.ts";

describe("ids", () => {
  it.each([
    [
      "task",
      TaskId,
      ["ch-abc3", "cs-1a2b", "5", "JIRA-12"],
      ["", "-x", "../etc", "a b", "a/b", "x".repeat(65), "--output=x", "a\nb", "\u0430bc"],
    ],
    [
      "actor",
      ActorId,
      ["agent-1", "ana", "ana@example.com", "a"],
      ["", "-rf", "a:b", "a/../b", ".hidden", "x."],
    ],
    [
      "object",
      ObjectId,
      ["a".repeat(40), "0".repeat(64)],
      ["HEAD", "a".repeat(39), "A".repeat(40), "a".repeat(41), "--help"],
    ],
    ["finding", FindingId, ["F-1", "F-31"], ["F-0", "F-", "31", "F-1234567", "f-1"]],
    [
      "verdict",
      VerdictId,
      ["vrd_1", "vrd_abcR2"],
      ["vrd_", "1", `vrd_${"a".repeat(61)}`, "vrd_a-b"],
    ],
    ["digest", Digest, ["0".repeat(64)], ["0".repeat(63), "G".repeat(64)]],
  ] as const)("a %s id is exactly its shape [H13]", (_name, schema, good, bad) => {
    for (const id of good) expect(schema.safeParse(id).success, id).toBe(true);
    for (const id of bad) expect(schema.safeParse(id).success, id).toBe(false);
  });
});
