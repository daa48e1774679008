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
      "agent: the person who launched the agent may approve; four_eyes: neither that person nor an author or committer of a commit may",
    ),
  humanPresence: z
    .enum(["terminal", "verified"])
    .default("terminal")
    .describe("verified asks for a signing key or passkey at each decision of a person"),
  trackerLabels: z
    .enum(["tighten", "trusted"])
    .default("tighten")
    .describe("Whether labels of a tracker may loosen the mode or only tighten it"),
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
      "Paths whose change needs the owner, besides the files of the policy, which always do; `file#key` names a part of a JSON file",
    ),
  differentModelFamily: z
    .boolean()
    .default(false)
    .describe("A reviewing agent must be of another model family than the author"),
});

export const People = z.strictObject({
  owner: z
    .array(ActorId)
    .min(1)
    .default(["init-user"])
    .describe("Who answers the owner layer; always people"),
  csuite: z.array(ActorId).min(1).default(["ceo"]).describe("Who answers the csuite layer"),
  escalateTo: z
    .array(ActorId)
    .min(1)
    .default(["owner"])
    .describe("The people who decide escalated tasks; `owner` means all owners"),
  substitutes: z
    .record(ActorId, z.array(ActorId))
    .default({})
    .describe("Who takes over for whom, in order"),
  emails: z
    .record(z.string().min(1).max(500), ActorId.nullable())
    .default({})
    .describe(
      "Whose e-mail address commits carry, in any letter case; null: an agent's or a program's. Read for trust.separation",
    ),
});

export const Department = z.strictObject({
  head: ActorId.describe("Who answers the department_head layer"),
  agents: z
    .array(ActorId)
    .default([])
    .describe("The agents of the department; peers come from here"),
});
