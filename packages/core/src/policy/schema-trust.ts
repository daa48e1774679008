import { z } from "zod";
import { ActorId } from "../kernel/ids.ts";

export const Trust = z.strictObject({
  policyFrom: z
    .literal("target")
    .default("target")
    .describe(
      "The policy is read from the target branch of the change, never from the content under review",
    ),
  separation: z
    .enum(["agent", "four_eyes"])
    .default("agent")
    .describe(
      "agent: the person who launched the agent may approve its work; four_eyes: neither that person nor an author or committer of a commit may",
    ),
  humanPresence: z
    .enum(["terminal", "verified", "touched", "unlocked"])
    .default("terminal")
    .describe(
      "verified: a person signs each decision that lets something through with their own key; touched: on a device that they touch; unlocked: on a device that checks a PIN, a fingerprint or a face",
    ),
  forgeReviews: z
    .enum(["none", "lower", "all"])
    .default("lower")
    .describe(
      "Which layers a review on a pull request may answer. lower: all but the owner's; none: the forge answers no layer, also not with the buttons of the check. Never any unless humanPresence is terminal",
    ),
  trackerLabels: z
    .enum(["tighten", "trusted"])
    .default("tighten")
    .describe(
      "tighten: tracker labels may only make the mode stricter; trusted: they may also make it less strict",
    ),
  protected: z
    .array(z.string().min(1).max(300))
    .default([
      "countersign.json",
      ".countersign/**",
      ".github/**",
      "package.json#scripts",
      "**/CODEOWNERS",
    ])
    .describe(
      "Paths whose change needs the owner. Changes to the files of the policy always do. `file#key` names a part of a JSON file",
    ),
  differentModelFamily: z
    .boolean()
    .default(false)
    .describe("Whether a reviewing agent must be of another model family than the author"),
});

export const People = z.strictObject({
  owner: z
    .array(ActorId)
    .min(1)
    .default(["init-user"])
    .describe("The people who answer the owner layer"),
  csuite: z
    .array(ActorId)
    .min(1)
    .default(["ceo"])
    .describe("The people who answer the csuite layer"),
  escalateTo: z
    .array(ActorId)
    .min(1)
    .default(["owner"])
    .describe("The people who decide escalated tasks; `owner` means all owners"),
  substitutes: z
    .record(ActorId, z.array(ActorId))
    .default({})
    .describe("The substitutes of each person, in order"),
  emails: z
    .record(z.string().min(1).max(500), ActorId.nullable())
    .default({})
    .describe(
      "Maps e-mail addresses of commits to people, in any letter case; null: an agent or a program. Used by trust.separation",
    ),
  handWritten: z
    .array(ActorId)
    .default([])
    .describe(
      "The people who write their pull requests by hand and are their authors. The pull requests of others count as the work of their agents",
    ),
});

export const Department = z.strictObject({
  head: ActorId.describe("The person who answers the department_head layer"),
  agents: z
    .array(ActorId)
    .default([])
    .describe("The agents of the department, from which peers are chosen"),
});
