import { describe, expect, it } from "vitest";
import {
  clarifyQuestion,
  escalatedNotice,
  sessionStart,
  stopForCheck,
  stopForFeedback,
} from "./notices.ts";

describe("sessionStart", () => {
  it.each([
    { round: 2, attempt: 2, findings: 2, said: "round 2 of 3, 2 findings." },
    { round: 2, attempt: 2, findings: 1, said: "round 2 of 3, 1 finding." },
    { round: 4, attempt: 2, findings: 0, said: "round 4, attempt 2 of 3." },
  ])("says $said [R-167]", ({ findings, said, ...standing }) => {
    const text = sessionStart("ch-abc7", { ...standing, attemptLimit: 3 }, findings);

    expect(text).toBe(
      `countersign: ch-abc7 came back to you, ${said} Call get_my_assignment before other work.`,
    );
    expect(Math.ceil(text.length / 3)).toBeLessThan(60);
  });
});

describe("stopForFeedback", () => {
  it("names what was not touched and promises to stop the agent only once", () => {
    const findings = [
      { id: "F-12", file: "src/net/retry.ts", line: 30 },
      { id: "F-13", file: "src/net/retry.ts", line: 58 },
    ];

    expect(stopForFeedback("ch-abc7", 1, findings)).toBe(
      "ch-abc7 still has feedback from round 1 that nothing in this session touched: F-12 (retry.ts:30), F-13 (retry.ts:58). Fix them, or call respond_to_finding with a reason. You will not be stopped again for this.",
    );
  });

  it("speaks of one finding as one", () => {
    expect(stopForFeedback("ch-abc7", 1, [{ id: "F-12" }])).toContain("F-12. Fix it, or call");
  });

  it.each([
    [5, "F-1, F-2, F-3, F-4, F-5. Fix them"],
    [7, "F-1, F-2, F-3, F-4, F-5 and 2 more. Fix them"],
  ])("names at most five of %i", (count, said) => {
    const findings = Array.from({ length: count }, (_, index) => ({
      id: `F-${index + 1}`,
    }));

    expect(stopForFeedback("ch-abc7", 1, findings)).toContain(`touched: ${said}`);
  });
});

describe("stopForCheck", () => {
  it.each([
    {
      errors: 2,
      output: "src/a.ts:10:5 …",
      said: "npm run typecheck fails (2 errors): src/a.ts:10:5 ….",
    },
    {
      errors: 1,
      output: "src/a.ts\n10",
      said: "npm run typecheck fails (1 error): src/a.ts 10.",
    },
    { errors: null, output: " ", said: "npm run typecheck fails." },
  ])("says $said", ({ said, ...check }) => {
    expect(stopForCheck({ command: "npm run typecheck", ...check })).toBe(
      `${said} Fix and stop again, or stop now: you will not be asked twice.`,
    );
  });

  it("bounds the command and its output", () => {
    const text = stopForCheck({
      command: "c".repeat(900),
      errors: null,
      output: "o".repeat(9_000),
    });

    expect(text).toHaveLength(80 + 200 + " fails: ".length + 63);
  });
});

describe("escalatedNotice", () => {
  it("says whose the task is now and what the agent does [R-031]", () => {
    expect(escalatedNotice("ch-abc3", "Ana", { attempts: 3, limit: 3 })).toBe(
      "ch-abc3 used 3 of 3 rounds and now belongs to Ana. Do not continue it. Take another task or stop.",
    );
  });

  it("says nothing of rounds where something else escalated it", () => {
    expect(escalatedNotice("ch-abc3", "Ana", null)).toBe(
      "ch-abc3 now belongs to Ana. Do not continue it. Take another task or stop.",
    );
  });
});

describe("clarifyQuestion", () => {
  const codex = {
    by: "codex",
    opinion: "concerns",
    summary: "The limit is per user.",
  } as const;
  const gemini = {
    by: "gemini",
    opinion: "concerns",
    summary: 'It says "per IP".',
  } as const;

  it("asks one question that quotes each verdict with its reviewer [R-134] [R-168]", () => {
    expect(clarifyQuestion("ch-abc5", "F-40", [codex, gemini])).toBe(
      `codex and gemini have concerns about ch-abc5. codex: "The limit is per user." gemini: "It says 'per IP'." Answer in at most 5 sentences with respond_to_finding F-40. Do not change code yet.`,
    );
  });

  it("says so where a reviewer gave no summary, and leaves out those without concerns", () => {
    const mute = { by: "acp", opinion: "concerns", summary: " " } as const;
    const worker = { by: "worker", opinion: "approved", summary: "submitted with DONE" } as const;

    expect(clarifyQuestion("ch-abc5", "F-40", [worker, codex, gemini, mute])).toContain(
      `codex, gemini and acp have concerns about ch-abc5. codex: "The limit is per user." gemini: "It says 'per IP'." acp: no summary. Answer`,
    );
  });

  it.each([
    [5, "codex, codex, codex, codex and codex have concerns"],
    [8, "codex, codex, codex, codex, codex and 3 more have concerns"],
  ])("quotes at most five of %i", (count, said) => {
    const verdicts = Array.from({ length: count }, () => ({
      ...codex,
      summary: "",
    }));

    expect(clarifyQuestion("ch-abc5", "F-40", verdicts)).toContain(said);
  });

  it("bounds what it quotes", () => {
    const long = { ...codex, summary: "x".repeat(20_000) };

    expect(clarifyQuestion("ch-abc5", "F-40", [long, long]).length).toBeLessThan(1_100);
  });
});
