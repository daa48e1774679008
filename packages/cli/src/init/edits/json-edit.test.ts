import { describe, expect, it } from "vitest";
import type { JsonAddition } from "./edit.ts";
import { addToJson, removeFromJson } from "./json-edit.ts";

const command = "/data/bin/countersign hook cursor stop user";
const ADDITIONS: JsonAddition[] = [
  { adds: "entry", event: "stop", command, ending: " hook cursor stop user", timeout: 5 },
  { adds: "required", at: ["version"], value: 1 },
];
const OURS = { command, timeout: 5 };
const MINE = { command: "mine" };

function added(before: object): unknown {
  const result = addToJson(JSON.stringify(before), ADDITIONS, "hooks.json");
  return "left" in result ? result.left : JSON.parse(result.text);
}

describe("hooks without groups around them", () => {
  it.each([
    [{}, { hooks: { stop: [OURS] }, version: 1 }],
    [
      { version: 1, hooks: {} },
      { version: 1, hooks: { stop: [OURS] } },
    ],
    [
      { version: 2, hooks: { stop: [MINE], sessionEnd: [MINE] } },
      { version: 2, hooks: { stop: [MINE, OURS], sessionEnd: [MINE] } },
    ],
    [{ hooks: { stop: [MINE] } }, { hooks: { stop: [MINE, OURS] }, version: 1 }],
    [
      { version: 1, hooks: { stop: [{ ...OURS, command: "/old hook cursor stop user" }] } },
      { version: 1, hooks: { stop: [OURS] } },
    ],
    [{ hooks: { stop: {} } }, "is not shaped as expected"],
  ])("are added to %j", (before, after) => {
    expect(added(before)).toEqual(after);
    if (typeof after === "object") expect(added(after)).toEqual(after);
  });

  it.each([
    ["a file of ours", null, { hooks: { stop: [OURS] }, version: 1 }, {}],
    [
      "a file of ours with an entry of somebody else, which needs the version",
      null,
      { hooks: { stop: [OURS, MINE] }, version: 1 },
      { hooks: { stop: [MINE] }, version: 1 },
    ],
    [
      "a file that had no version",
      { hooks: { stop: [MINE] } },
      { hooks: { stop: [MINE, OURS] }, version: 1 },
      { hooks: { stop: [MINE] } },
    ],
    [
      "a file that had one",
      { version: 1 },
      { version: 1, hooks: { stop: [OURS], sessionEnd: [MINE] } },
      { version: 1, hooks: { sessionEnd: [MINE] } },
    ],
  ])("are taken out of %s", (_, before, now, rest) => {
    const old = before === null ? null : JSON.stringify(before);
    const text = removeFromJson(JSON.stringify(now), ADDITIONS, {
      before: old,
      name: "hooks.json",
    });
    expect(JSON.parse(text)).toEqual(rest);
  });
});
