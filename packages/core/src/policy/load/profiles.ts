import type { z } from "zod";
import type { Tables } from "../policy.ts";
import type { PolicyFile } from "../schema.ts";
import { UNIVERSAL_POLICY } from "../shipped/policies.ts";
import type { Layer, Profile } from "../words.ts";

type Defaults = z.input<typeof PolicyFile>;

/** The rows of every table except `severity.needsFixes`, which the policy's gate decides. */
type Rows = Omit<Tables, "severity"> & { severity: Omit<Tables["severity"], "needsFixes"> };

/** Limits apply in every profile, because an unbounded loop is always a defect. */
const ROWS: Rows = {
  severity: { fail: "rework", warnings: "flag", concerns: "flag", pass: "advance" },
  panel: { concernsForConflict: 2, conflict: "clarify", concern: "flag", approved: "advance" },
  chain: { concerns: "rework", approved: "advance" },
  limits: { attempts: true, cost: true, stalled: true },
};

/** The minimum of every plan: no reviewer is required by path, risk or domain, so no rule applies. */
const NO_PIPELINE: Defaults = { policies: [UNIVERSAL_POLICY], rules: [] };

/**
 * Named sets of defaults and rows: `default`, `strict`, and one for each single way of reviewing.
 *
 * A file may override every value.
 */
export const PROFILES: Readonly<Record<Profile, { defaults: Defaults; rows: Rows }>> = {
  default: { defaults: {}, rows: ROWS },
  strict: {
    defaults: {
      trust: { separation: "four_eyes" },
      peers: { whenNone: "person" },
      onUnavailable: "escalate",
    },
    rows: ROWS,
  },
  chains: { defaults: { ...NO_PIPELINE, modes: { default: "skip" } }, rows: ROWS },
  modes: {
    defaults: { ...NO_PIPELINE, chains: everyChain(["self"]), modes: { floor: "auto" } },
    rows: ROWS,
  },
  cycles: {
    defaults: { ...NO_PIPELINE, chains: everyChain(["self", "peer"]), modes: { default: "skip" } },
    rows: ROWS,
  },
  panel: {
    defaults: {
      ...NO_PIPELINE,
      chains: everyChain(["self"]),
      modes: { default: "skip" },
      gate: { counts: "severity" },
      panel: { members: ["codex", "gemini"], quorum: 2, when: "always" },
    },
    rows: ROWS,
  },
  pipeline: {
    defaults: { chains: everyChain(["self"]), modes: { default: "skip" } },
    rows: ROWS,
  },
};

function everyChain(layers: Layer[]): Defaults["chains"] {
  return {
    code: layers,
    marketing_internal: layers,
    marketing_external: layers,
    financial_report: layers,
    customer_facing: layers,
    strategic_plan: layers,
    internal_document: layers,
  };
}
