import { describe, expect, it } from "vitest";
import { assertNever } from "./assert-never.ts";
import { agentText, CountersignError, ERRORS } from "./errors.ts";

const EXIT_CODES = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 130];

describe("the closed list of errors", () => {
  it.each(Object.entries(ERRORS))(
    "%s has a status, an exit code and a text for agents",
    (_code, entry) => {
      expect(entry.status).toBeGreaterThanOrEqual(400);
      expect(EXIT_CODES).toContain(entry.exitCode);
      expect(entry.agentText.length).toBeGreaterThan(20);
    },
  );

  it.each([
    {
      code: "nothing_changed",
      message: "The tree equals round 2, so there is nothing to review.",
      details: { round: 2 },
      text: "The tree equals round 2, so there is nothing to review. Commit or save your edits, then call submit_for_review again; or call respond_to_finding with status answered.",
    },
    {
      code: "self_review",
      message: "refused",
      details: { task: "ch-abc3", layer: "peer" },
      text: "You wrote ch-abc3, so you cannot review it at layer peer. Call get_my_assignment for other work.",
    },
    {
      code: "human_only",
      message: "refused",
      details: { layer: "owner", person: "Ana" },
      text: "Layer owner needs a person. You cannot approve it. Stop; Ana was told.",
    },
    {
      code: "rounds_used",
      message: "3 of 3 rounds are used; ch-abc3 was escalated to Ana.",
      details: { attempts: 3, task: "ch-abc3", person: "Ana" },
      text: "3 of 3 rounds are used; ch-abc3 was escalated to Ana. Do not submit again. Stop.",
    },
    {
      code: "stale_round",
      message: "refused",
      details: { task: "ch-abc3", round: 3, given: 2 },
      text: 'ch-abc3 is at round 3. This call was for round 2 and was ignored. Call get_review_status("ch-abc3").',
    },
    {
      code: "unreachable",
      message: "refused",
      details: {},
      text: "The engine does not answer. Your work is safe in git. Stop now; the hook submits it when the engine is back.",
    },
  ] as const)("tells an agent what to do after $code", ({ code, message, details, text }) => {
    expect(agentText(new CountersignError(code, message, { details }))).toBe(text);
  });

  it("fills in the message itself and leaves unknown places as they are", () => {
    expect(agentText(new CountersignError("not_found", "There is no task cs-9."))).toBe(
      "There is no task cs-9. Check the id with search_tasks.",
    );
    expect(agentText(new CountersignError("wrong_state", "refused"))).toContain("{task}");
  });

  it("never takes a detail from the prototype", () => {
    expect(agentText(new CountersignError("on_hold", "Held.", { details: {} }))).toBe(
      "Held. Stop; a person must release the hold.",
    );
  });

  it("keeps code, hint and cause for the edges", () => {
    const cause = new Error("socket");
    const error = new CountersignError("upstream_failed", "GitHub answered 502", {
      hint: "try later",
      cause,
    });

    expect(error).toMatchObject({
      name: "CountersignError",
      code: "upstream_failed",
      hint: "try later",
      cause,
      details: {},
    });
    expect(ERRORS.upstream_failed.retryable).toBe(true);
    expect(ERRORS.forbidden.retryable).toBe(false);
  });
});

it("assertNever makes a corrupt value loud", () => {
  expect(() => assertNever("maybe" as never)).toThrow('Unexpected value: "maybe"');
});
