import { describe, expect, it } from "vitest";
import { assignmentOf, barePolicy } from "../../testing/plan-of.ts";
import { policyOf } from "../../testing/policy-of.ts";
import type { Assignment } from "../schema.ts";
import { composePanel } from "./compose-panel.ts";

const SITUATION = {
  domains: ["money"],
  risk: 3,
  types: ["code"],
  labels: ["security"],
  paths: ["src/a.ts"],
};
const PANEL = { members: ["codex", "gemini"], quorum: 2 };

function panelOf(panel: object | null, assignment: Partial<Assignment> = {}, file = {}) {
  const policy = barePolicy({ panel, ...file });
  return composePanel(SITUATION, policy, assignmentOf(assignment));
}

describe("composePanel", () => {
  it("makes one requirement that all members answer", () => {
    expect(panelOf(PANEL)).toEqual({
      panel: [
        {
          id: "panel",
          kind: "agent",
          table: "panel",
          who: ["codex", "gemini"],
          human: false,
          quorum: 2,
          delivery: "now",
          onUnavailable: "escalate",
          timeoutMs: 600_000,
          retries: 1,
          budgetUsd: 1,
          layers: [],
          because: [{ entry: "panel", fact: "every change" }],
        },
      ],
      near: [],
    });
  });

  it("makes none without a panel in the policy", () => {
    expect(panelOf(null)).toEqual({ panel: [], near: [] });
  });

  it.each([
    ["domain", { domain: "money" }, { domain: "ui" }],
    ["risk", { riskAtLeast: 3 }, { riskAtLeast: 4 }],
    ["type", { type: "code" }, { type: "customer_facing" }],
    ["label", { label: "security" }, { label: "docs" }],
    ["path", { paths: ["src/**"] }, { paths: ["docs/**"] }],
  ])("makes one only where every condition holds: %s", (_, holds, fails) => {
    const domains = ["money", "ui"].map((id) => ({ id, globs: [`${id}/**`], description: id }));
    const beside = { riskAtLeast: 1, label: "security" };
    const asked = (when: object) =>
      panelOf({ ...PANEL, when: { ...beside, ...when } }, {}, { domains }).panel.length;

    expect([asked(holds), asked(fails)]).toEqual([1, 0]);
  });

  it("makes one when its condition holds and says what is missing when it does not", () => {
    expect(panelOf({ ...PANEL, when: { riskAtLeast: 3 } }).panel).toMatchObject([
      { because: [{ entry: "panel", fact: "risk 3 (at least 3)" }] },
    ]);
    expect(panelOf({ ...PANEL, when: { riskAtLeast: 4 } })).toEqual({
      panel: [],
      near: [{ reviewer: "panel", entry: "panel", needs: "risk at least 4 (is 3)" }],
    });
  });

  it("leaves an author out and keeps the quorum, so that it cannot pass", () => {
    expect(panelOf(PANEL, { authors: ["codex"] }).panel).toMatchObject([
      { who: ["gemini"], quorum: 2 },
    ]);
  });

  it("asks nobody if every member is an author", () => {
    expect(panelOf(PANEL, { authors: ["codex", "gemini"] }).panel).toMatchObject([
      { who: ["nobody"], quorum: 2 },
    ]);
  });

  it("leaves out members that are not known to be of another model family", () => {
    const file = { trust: { differentModelFamily: true } };

    expect(panelOf(PANEL, { authorFamily: "gpt" }, file).panel).toMatchObject([
      { who: ["gemini"] },
    ]);
  });

  it.each([
    [2, 5, 5],
    [2, null, null],
    [null, 5, null],
  ])("gives all members the terms of the most patient (budgets %s and %s: %s)", (a, b, most) => {
    const terms = {
      codex: { timeout: "20m", retries: 0, budgetUsd: a },
      gemini: { timeout: "5m", retries: 3, budgetUsd: b },
    };
    const reviewers = policyOf().reviewers.map((entry) => ({
      ...entry,
      ...(entry.id === "codex" || entry.id === "gemini" ? terms[entry.id] : {}),
    }));

    expect(panelOf(PANEL, {}, { reviewers }).panel).toMatchObject([
      { timeoutMs: 1_200_000, retries: 3, budgetUsd: most },
    ]);
  });
});
