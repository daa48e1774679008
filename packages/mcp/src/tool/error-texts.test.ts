import type { ErrorCode, ErrorDetails } from "@countersign/api";
import { describe, expect, it } from "vitest";
import { ERROR_TEXTS } from "./error-texts.ts";

function text(code: ErrorCode, message: string, details: ErrorDetails = {}): string | null {
  return ERROR_TEXTS[code].text({ message, details, role: "viewer" });
}

describe("the texts of errors", () => {
  it.each([
    {
      code: "nothing_changed",
      message: "The content is identical to round 2, so there is nothing to review.",
      details: { round: 2 },
      expected:
        "The content is identical to round 2, so there is nothing to review. Commit or save your edits, then call submit_for_review again; or call respond_to_finding with status answered.",
    },
    {
      code: "self_review",
      message: "refused",
      details: { task: "ch-abc3", layer: "peer" },
      expected:
        "You wrote ch-abc3, so you cannot review it at layer peer. Call get_my_assignment for other work.",
    },
    {
      code: "human_only",
      message: "refused",
      details: { layer: "owner", person: "Ana" },
      expected: "Layer owner needs a person. You cannot approve it. Stop; Ana has been notified.",
    },
    {
      code: "rounds_used",
      message: "3 of 3 rounds are used; ch-abc3 was escalated to Ana.",
      details: { attempts: 3, task: "ch-abc3", person: "Ana" },
      expected: "3 of 3 rounds are used; ch-abc3 was escalated to Ana. Do not submit again. Stop.",
    },
    {
      code: "stale_round",
      message: "refused",
      details: { task: "ch-abc3", round: 3, given: 2 },
      expected:
        'ch-abc3 is at round 3. This call was for round 2 and was ignored. Call get_review_status("ch-abc3").',
    },
    {
      code: "unreachable",
      message: "refused",
      details: {},
      expected:
        "The engine does not answer. Your work is safe in git. Stop now; the hook submits it when the engine is back.",
    },
  ] as const)("tell an agent what to do after $code", ({ code, message, details, expected }) => {
    expect(text(code, message, details)).toBe(expected);
  });

  it("contain the message, and are missing where a value is not known", () => {
    expect(text("not_found", "There is no task cs-9.")).toBe(
      "There is no task cs-9. Check the id with search_tasks.",
    );
    expect(text("wrong_state", "refused")).toBeNull();
  });

  it("need no value that they do not name", () => {
    expect(text("on_hold", "Held.")).toBe("Held. Stop; a person must release the hold.");
  });
});
