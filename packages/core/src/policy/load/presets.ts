import type { z } from "zod";
import type { PolicyFile } from "../schema.ts";
import { CHECKED_RULES } from "../shipped/checked-rules.ts";
import { CAREFUL_POLICIES, FAST_POLICIES } from "../shipped/policies.ts";
import type { Preset } from "../words.ts";

/**
 * Where a project may begin: how much is looked at, and by whom. A preset stands above its profile and below
 * every file, so that each value may still differ. None lets anything pass that the universal checks refuse.
 */
export const PRESETS: Readonly<Record<Preset, z.input<typeof PolicyFile>>> = {
  careful: {
    policies: CAREFUL_POLICIES,
    modes: { default: "per-task", floor: "per-task", confirmBatch: "always" },
    onUnavailable: "escalate",
    merge: { freshness: "strict" },
  },
  balanced: {},
  fast: {
    policies: FAST_POLICIES,
    rules: CHECKED_RULES,
    modes: { default: "auto", floor: "auto" },
  },
};
