import type { z } from "zod";
import type { PolicyFile } from "../schema.ts";
import { CHECKED_RULES } from "../shipped/checked-rules.ts";
import { CAREFUL_POLICIES, FAST_POLICIES } from "../shipped/policies.ts";
import type { Preset } from "../words.ts";

/**
 * Starting points of a project: how much is reviewed, and by whom. A preset overrides its profile, and every file
 * overrides the preset. No preset passes what the universal checks refuse.
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
