import { randomBytes } from "node:crypto";
import { CountersignError } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { describeError } from "./describe-error.ts";
import { createLog } from "./log.ts";
import { LOG_EVENTS, logSentence } from "./log-events.ts";
import { LOG_FIELDS } from "./log-fields.ts";

const AT = new Date("2027-01-02T03:04:05.678Z");

function open() {
  const lines: string[] = [];
  let dropped = 0;
  const log = createLog({
    write: (line) => lines.push(line),
    onDropped: (count) => {
      dropped += count;
    },
    now: () => AT,
  });
  return { log, lines, dropped: () => dropped };
}

describe("the log", () => {
  it("writes one JSON object per line, with time, level, prefix, event and fields", () => {
    const { log, lines } = open();

    log({ event: "jobs_taken_over", level: "warn", fields: { count: 3 } });
    log({
      event: "submitted_review_result",
      prefix: "[REVIEW-APPROVED]",
      fields: { task: "cs-1", round: undefined },
    });

    expect(lines).toEqual([
      '{"at":"2027-01-02T03:04:05.678Z","level":"warn","event":"jobs_taken_over","fields":{"count":3}}',
      '{"at":"2027-01-02T03:04:05.678Z","level":"info","prefix":"[REVIEW-APPROVED]","event":"submitted_review_result","fields":{"task":"cs-1"}}',
    ]);
  });

  it("drops and counts what no field allows", () => {
    const { log, lines, dropped } = open();
    const fields = { task: "cs-1", actor: "ana and more", title: "hunter2", round: "two" };

    log({ event: "no_result", fields });

    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ fields: { task: "cs-1" }, dropped: 3 });
    expect(lines[0]).not.toContain("hunter2");
    expect(dropped()).toBe(3);
  });

  it("tells none of 200 secrets, whichever field or error they are in", () => {
    const { log, lines } = open();
    const secrets = Array.from({ length: 200 }, () => `canary ${randomBytes(12).toString("hex")}`);
    for (const [index, secret] of secrets.entries()) {
      const everywhere = Object.fromEntries(Object.keys(LOG_FIELDS).map((name) => [name, secret]));
      log({ event: "no_result", fields: { ...everywhere, [secret]: 1, [`k${index}`]: secret } });
      for (const error of errorsWith(secret))
        log({ event: "request_failed", fields: describeError(error) });
    }

    expect(lines).toHaveLength(200 * 7);
    const text = lines.join("\n");
    expect(secrets.filter((secret) => text.includes(secret.slice("canary ".length)))).toEqual([]);
  });

  it("has a sentence for every event, which leaves out what is not known", () => {
    const fields = { count: 3, task: "cs-1", round: 2, attempt: 1, limit: 3, cause: "blocker" };
    for (const event of Object.keys(LOG_EVENTS))
      if (event in LOG_EVENTS) expect(LOG_EVENTS).toHaveProperty(event);
    expect(logSentence("jobs_taken_over", fields)).toBe(
      "took over 3 jobs of workers without a heartbeat",
    );
    expect(logSentence("escalated_for_human_review", fields)).toBe(
      "round 2 needs a person, attempt 1 of 3: blocker",
    );
    expect(logSentence("queue_warned", {})).toBe("the queue warns");
  });
});

describe("describeError", () => {
  it("names the error, its code and where it arose", () => {
    expect(describeError(new CountersignError("not_found", "There is no task hunter2"))).toEqual({
      error: "CountersignError",
      code: "not_found",
      where: expect.stringMatching(/^log\.test\.ts:\d+/),
    });
    const refused = Object.assign(new Error("connect to hunter2"), { code: "ECONNREFUSED" });
    expect(describeError(new Error("failed", { cause: refused }))).toMatchObject({
      error: "Error",
      code: "ECONNREFUSED",
    });
    expect(describeError("hunter2")).toEqual({ error: "string" });
  });
});

function errorsWith(secret: string): unknown[] {
  const named = Object.assign(new Error(`x\n    at ${secret} (${secret}.ts:1:2)`), {
    name: secret,
    code: secret,
  });
  return [
    new Error(secret),
    new Error("failed", { cause: new Error(`at f (${secret}.js:1:1)`) }),
    named,
    new CountersignError("internal", secret, { hint: secret, details: { findings: secret } }),
    secret,
    { message: secret },
  ];
}
