import { describe, expect, it } from "vitest";
import { checkOpinion } from "./check-opinion.ts";

const open = { disposition: { is: "open" } } as const;
const late = { disposition: { is: "late" } } as const;

describe("checkOpinion", () => {
  it.each([
    { what: "a clean exit", exitCode: 0, findings: [], opinion: "approved" },
    { what: "a clean exit with late findings", exitCode: 0, findings: [late], opinion: "approved" },
    {
      what: "a clean exit with a finding",
      exitCode: 0,
      findings: [late, open],
      opinion: "concerns",
    },
    { what: "a failure without findings", exitCode: 1, findings: [], opinion: "concerns" },
    { what: "a negative exit code", exitCode: -1, findings: [], opinion: "concerns" },
  ])("$what is $opinion", ({ exitCode, findings, opinion }) => {
    expect(checkOpinion({ exitCode, findings })).toBe(opinion);
  });
});
