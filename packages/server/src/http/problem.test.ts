import { ERROR_STATUS, ErrorAnswer } from "@countersign/api";
import { CountersignError, ERRORS } from "@countersign/core";
import type { LogEntryLine } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { toProblem } from "./problem.ts";

describe("toProblem", () => {
  const told: LogEntryLine[] = [];
  const log = (line: LogEntryLine) => told.push(line);
  const problem = (error: unknown, docsUrl: string | null = null) =>
    toProblem(error, "req-1", { log, docsUrl });

  it.each(everyCode())("answers $code with its status", async ({ code, status, retryable }) => {
    const answer = problem(new CountersignError(code, "why", { details: { round: 2 } }));

    expect(answer.status).toBe(status);
    expect(ErrorAnswer.parse(await answer.json())).toEqual({
      error: { code, message: "why", hint: null, docs: null, retryable, details: { round: 2 } },
    });
  });

  it("says where the code is explained, if there is such a page", async () => {
    const refusal = new CountersignError("gate_closed", "why", { hint: "fix it" });

    expect(await problem(refusal, "https://docs.example/errors").json()).toMatchObject({
      error: { hint: "fix it", docs: "https://docs.example/errors#gate_closed" },
    });
  });

  it("asks for a token where there was none", () => {
    const answer = problem(new CountersignError("unauthenticated", "no token"));

    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("tells nothing of a bug but the name under which the log has it", async () => {
    const bug = new Error("password of the database: hunter2");
    told.length = 0;

    const answer = problem(bug);

    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      error: {
        code: "internal",
        message: "The engine failed unexpectedly",
        hint: "See request req-1 in the log: countersign server logs",
        docs: null,
        retryable: false,
        details: {},
      },
    });
    expect(told).toMatchObject([
      { level: "error", event: "request_failed", fields: { request: "req-1", error: "Error" } },
    ]);
    expect(JSON.stringify(told)).not.toContain("hunter2");
  });
});

function everyCode() {
  return Object.entries(ERRORS).flatMap(([name, retryable]) => {
    const code = ErrorAnswer.shape.error.shape.code.safeParse(name).data;
    return code === undefined ? [] : [{ code, status: ERROR_STATUS[code], retryable }];
  });
}
