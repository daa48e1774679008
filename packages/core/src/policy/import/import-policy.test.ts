import { describe, expect, it } from "vitest";
import { loadPolicy } from "../load/load-policy.ts";
import type { Policy } from "../policy.ts";
import { importPolicy } from "./import-policy.ts";
import type { Imported } from "./imported.ts";

function imported(result: Imported): { policy: Policy; notes: string[] } {
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const loaded = loadPolicy(result.file);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return { policy: loaded.policy, notes: result.notes };
}

describe("importing chains", () => {
  const chains = {
    code: ["self", "peer"],
    marketing_internal: ["self", "department_head"],
    marketing_external: ["self", "peer", "department_head", "owner"],
    financial_report: ["self", "peer", "csuite"],
    customer_facing: ["self", "department_head", "owner"],
    strategic_plan: ["department_head", "csuite", "owner"],
    internal_document: ["self"],
  };
  const overrides = { engineering: { code: ["self", "peer", "department_head"] } };

  it("carries the document's own example over, unchanged and without a note [R-002] [R-230] [C12]", () => {
    const { policy, notes } = imported(
      importPolicy("chains", {
        tasks: { default_review_chains: chains, review_chain_overrides: overrides },
      }),
    );

    expect(policy.chains).toEqual(chains);
    expect(policy.chainOverrides).toEqual(overrides);
    expect(notes).toEqual([]);
  });

  it("notes what it does not know, and never drops it in silence", () => {
    const { notes } = imported(
      importPolicy("chains", { agents: {}, tasks: { max_open: 3, default_review_chains: {} } }),
    );

    expect(notes).toEqual([
      "agents was not carried over: there is no such setting here",
      "tasks.max_open was not carried over: there is no such setting here",
    ]);
  });

  it("gives a new department a head and a new type a chain, and says so", () => {
    const { policy, notes } = imported(
      importPolicy("chains", { tasks: { review_chain_overrides: { legal: { nda: ["owner"] } } } }),
    );

    expect(policy.departments.legal).toEqual({ head: "init-user", agents: [] });
    expect(policy.chains.nda).toEqual(["owner"]);
    expect(notes).toEqual([
      "The type nda had a chain only in legal; it now applies to all departments",
      "The department legal has no head yet; init-user is used until you name one",
    ]);
  });

  it.each([
    [
      { code: ["self", "pear"] },
      "code[1]",
      "Must be one of self, peer, department_head, csuite, owner",
    ],
    [{ code: [] }, "code", "Must be a list with at least one layer"],
    [{ code: "self" }, "code", "Must be a list with at least one layer"],
  ])("refuses the chains %j", (wrong, path, reason) => {
    const result = importPolicy("chains", { tasks: { default_review_chains: wrong } });

    expect(result).toMatchObject({
      ok: false,
      problems: [{ path: `tasks.default_review_chains.${path}`, reason }],
    });
  });

  it("refuses overrides that are not objects", () => {
    const result = importPolicy("chains", { tasks: { review_chain_overrides: { finance: [] } } });

    expect(result).toEqual({
      ok: false,
      problems: [{ path: "tasks.review_chain_overrides.finance", reason: "Must be an object" }],
    });
  });
});

describe("importing modes", () => {
  const review = {
    defaultMode: "batch",
    autoApprove: {
      enabled: true,
      requireQualityPass: true,
      maxIterations: 3,
      requireSignalDone: true,
    },
    labelRules: {
      security: { mode: "per-task", autoApprove: false },
      docs: { mode: "skip" },
      trivial: { mode: "auto-approve" },
    },
  };

  it("carries the document's own example over, which is the default [R-231] [C12]", () => {
    const { policy, notes } = imported(importPolicy("modes", { review }));
    const defaults = imported({ ok: true, file: {}, notes: [] }).policy;

    expect(policy.digest).toBe(defaults.digest);
    expect(policy.modes.labels.trivial).toEqual({ mode: "auto" });
    expect(notes).toEqual([]);
  });

  it("takes labels with and without their prefix, and leaves out those that are built in", () => {
    const { policy, notes } = imported(
      importPolicy("modes", {
        review: {
          labelRules: {
            "review:api": { mode: "per-task" },
            api: { mode: "skip" },
            "review:batch": { mode: "batch" },
          },
        },
      }),
    );

    expect(policy.modes.labels.api).toEqual({ mode: "per-task" });
    expect(Object.keys(policy.modes.labels)).not.toContain("batch");
    expect(notes).toEqual([
      "review.labelRules.api was not carried over: there is a rule for api already",
      "review.labelRules.review:batch was not carried over: this label chooses its mode by itself",
    ]);
  });

  it("notes unknown fields and a limit that was none", () => {
    const { policy, notes } = imported(
      importPolicy("modes", {
        review: {
          autoApprove: { maxIterations: 0 },
          labelRules: { x: { mode: "skip", by: 1 } },
          ui: {},
        },
      }),
    );

    expect(policy.modes.autoApprove.maxIterations).toBe(1_000);
    expect(notes).toEqual([
      "review.ui was not carried over: there is no such setting here",
      "review.autoApprove.maxIterations 0 meant no limit; here it is 1000",
      "review.labelRules.x.by was not carried over: there is no such setting here",
    ]);
  });

  it.each([
    [{ defaultMode: "btach" }, "review.defaultMode", "batch"],
    [{ labelRules: { x: { mode: "skp" } } }, "review.labelRules.x.mode", "skip"],
  ])("refuses %j, with what was probably meant", (wrong, path, didYouMean) => {
    expect(importPolicy("modes", { review: wrong })).toEqual({
      ok: false,
      problems: [{ path, reason: "Must be one of per-task, batch, auto, skip", didYouMean }],
    });
  });

  it("refuses a label rule without a mode, and anything that is not an object", () => {
    expect(importPolicy("modes", { review: { labelRules: { x: {} } } }).ok).toBe(false);
    expect(importPolicy("modes", { review: [] })).toEqual({
      ok: false,
      problems: [{ path: "review", reason: "Must be an object" }],
    });
    expect(importPolicy("modes", null).ok).toBe(false);
  });
});
