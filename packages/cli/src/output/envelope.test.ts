import { describe, expect, it } from "vitest";
import { envelope } from "./envelope.ts";

const lines = [
  { task: "cs-1", title: "One", gate: null },
  { task: "cs-2", title: "Two", gate: "pass" },
];

describe("envelope", () => {
  it("names the schema with its version, and the next page", () => {
    expect(JSON.parse(envelope({ schema: "task.list", data: lines, next: "abc" }))).toEqual({
      schema: "countersign/task.list/1",
      data: lines,
      next: "abc",
    });
  });

  it("says that there is no next page", () => {
    expect(JSON.parse(envelope({ schema: "task.show", data: {} })).next).toBeNull();
  });

  it("picks fields of each entry, in the order in which they were named", () => {
    const picked = envelope({ schema: "task.list", data: lines }, ["gate", "task"]);
    expect(JSON.parse(picked).data).toEqual([
      { gate: null, task: "cs-1" },
      { gate: "pass", task: "cs-2" },
    ]);
  });

  it("refuses a field that does not exist, and names those that do", () => {
    expect(() => envelope({ schema: "task.list", data: lines }, ["id"])).toThrow(
      expect.objectContaining({ code: "invalid_input", hint: "Fields: task, title, gate" }),
    );
  });
});
