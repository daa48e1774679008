import { describe, expect, it } from "vitest";
import { createStyle } from "../../output/style.ts";
import { logLineText, readLogLine } from "./log-lines.ts";

const plain = createStyle({ color: "never", ascii: false, env: {}, stream: {} });

describe("a line of the log", () => {
  it("is shown as time, level, prefix, task and a sentence", () => {
    const line = JSON.stringify({
      at: "2027-01-02T03:04:05.678Z",
      level: "info",
      prefix: "[REVIEW-REJECTED]",
      event: "submitted_review_result",
      fields: { task: "cs-1", round: 2, attempt: 2, limit: 3 },
    });

    expect(logLineText(readLogLine(line), plain)).toBe(
      "2027-01-02 03:04:05 info  [REVIEW-REJECTED] cs-1 round 2 was judged, attempt 2 of 3",
    );
  });

  it("says where an error arose, and shows an event of a newer release by its name", () => {
    const line = { at: "2027-01-02T03:04:05.678Z", level: "warn", event: "new_thing" };
    const read = readLogLine(JSON.stringify({ ...line, fields: { where: "a.ts:1 < b.ts:2" } }));

    expect(logLineText(read, plain)).toBe("2027-01-02 03:04:05 warn  new_thing (a.ts:1 < b.ts:2)");
  });

  it("is shown as it is, made visible, when something else wrote it", () => {
    expect(logLineText(readLogLine("error: no\u001b[2J"), plain)).toBe("error: no␛[2J");
    expect(readLogLine('{"at":1}')).toEqual({ raw: '{"at":1}' });
  });
});
