import { ActorId } from "@countersign/core";
import { z } from "zod";

/** An id that the forge assigned. */
const ForgeId = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

const RuleGap = z.object({
  is: z
    .enum([
      "not_required",
      "any_app",
      "other_app",
      "not_strict",
      "can_be_bypassed",
      "bypass_unreadable",
    ])
    .describe("A way around our check that the branch rules leave open"),
  says: z.string().describe("What it means for the branch"),
  fix: z.string(),
});

const ForgeRepositoryLine = z.object({
  repo: z.string().describe("The registered repository"),
  name: z.string().describe("Its name on the forge: owner/repository"),
  installation: ForgeId,
  polledMs: z.number().nullable().describe("When its pull requests were last listed"),
  problem: z.string().nullable().describe("Why the last poll failed"),
  openChanges: z.int().describe("Number of open pull requests"),
  foreignChecks: z
    .array(z.object({ number: z.int(), by: z.string() }))
    .describe("Checks with our name that are not ours"),
  gaps: z.array(RuleGap).nullable().describe("Null if the branch rules cannot be read"),
  hints: z
    .array(z.object({ says: z.string(), fix: z.string() }))
    .optional()
    .describe("Settings of the policy that do not fit the branch rules"),
});

const ForgeAccountLine = z.object({
  account: ForgeId,
  login: z.string().nullable().describe("The login when the account was linked"),
  person: z.string(),
  how: z.enum(["signIn", "admin"]),
});

export const ForgeStatusView = z.object({
  host: z.string().nullable().describe("Null if the engine is connected to no forge"),
  app: ForgeId.nullable(),
  problem: z.string().nullable().describe("Why the forge could not be asked"),
  repositories: z.array(ForgeRepositoryLine),
  unlinked: z.array(z.string()).describe("Repositories of the installations that are not linked"),
  pauses: z.array(z.object({ installation: ForgeId, untilMs: z.number() })),
  accounts: z.array(ForgeAccountLine),
});
export type ForgeStatusView = z.infer<typeof ForgeStatusView>;

export const AccountLink = z.strictObject({
  account: ForgeId,
  login: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/),
  person: ActorId,
});

export const ForgeRepositoryName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/);
