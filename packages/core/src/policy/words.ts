import { z } from "zod";

/** The enumerations that configuration, plans and verdicts share. */

export const Severity = z.enum(["critical", "major", "warning", "info"]);
export type Severity = z.infer<typeof Severity>;

export const Profile = z.enum([
  "default",
  "strict",
  "chains",
  "modes",
  "cycles",
  "panel",
  "pipeline",
]);
export type Profile = z.infer<typeof Profile>;

/** A path pattern. Its syntax is checked where all patterns are counted. */
export const Glob = z.string().min(1).max(256);

/** The program that runs the shipped agent reviewers. */
export const AgentReviewers = z.enum(["listed", "claude", "codex", "gemini", "opencode", "none"]);
export type AgentReviewers = z.infer<typeof AgentReviewers>;

/** Whether a file's own reviewers replace the shipped ones. */
export const ShippedReviewers = z.enum(["replaced", "kept"]);

/** The initial level of scrutiny, highest first. */
export const Preset = z.enum(["careful", "balanced", "fast"]);
export type Preset = z.infer<typeof Preset>;

/** Strictest first. `auto-approve` is accepted as a synonym of `auto`. */
export const MODES = ["per-task", "batch", "auto", "skip"] as const;
export const Mode = z
  .enum([...MODES, "auto-approve"])
  .transform((word): Mode => (word === "auto-approve" ? "auto" : word));
export type Mode = (typeof MODES)[number];

export const LAYERS = ["self", "peer", "department_head", "csuite", "owner"] as const;
export const Layer = z.enum(LAYERS);
export type Layer = z.infer<typeof Layer>;

/** The effects of a decision, mildest first. */
export const EFFECTS = [
  "advance",
  "flag",
  "rework",
  "clarify",
  "wait",
  "escalate",
  "reject",
] as const;
export const Effect = z.enum(EFFECTS);
export type Effect = z.infer<typeof Effect>;

export const Trigger = z.enum(["milestone", "blocker", "request_review", "manual", "silence"]);
export type Trigger = z.infer<typeof Trigger>;

/** A duration: `90s`, `15m`, `4h`, `3d`. */
export const Duration = z
  .string()
  .regex(/^[1-9][0-9]{0,4}(?:s|m|h|d)$/, "a duration such as 30s, 15m, 4h or 3d");
export type Duration = z.infer<typeof Duration>;

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

export function durationMs(duration: Duration): number {
  return Number.parseInt(duration, 10) * (UNIT_MS[duration.slice(-1)] ?? 0);
}

/** Returns true if a chain contains all layers of another in the same order. */
export function isAtLeastAsStrict(chain: readonly Layer[], other: readonly Layer[]): boolean {
  let found = 0;
  for (const layer of chain) if (layer === other[found]) found += 1;
  return found === other.length;
}

/** Files with executable code. */
export const CODE_PATHS: readonly string[] = [
  "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte}",
  "**/*.{py,go,rs,java,kt,swift,rb,php,cs,c,h,cc,cpp,hpp,sh,sql}",
];
