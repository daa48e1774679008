import { CountersignError, PresenceLevel } from "@countersign/core";
import type { ProofRequirement } from "./walk-chain.ts";

const PART = /^(people|level)=(.+)$/;

/** Parses `people=2,level=touched,witness`. A part that is left out is not required beyond the default. */
export function readRequirement(text: string): ProofRequirement {
  const required: ProofRequirement = { people: 0, level: "signed", witness: false };
  for (const part of text.split(",")) {
    const [, name, value = ""] = PART.exec(part.trim()) ?? [];
    if (name === "people" && /^\d{1,3}$/.test(value)) required.people = Number(value);
    else if (name === "level" && PresenceLevel.safeParse(value).success)
      required.level = PresenceLevel.parse(value);
    else if (part.trim() === "witness") required.witness = true;
    else
      throw new CountersignError("invalid_input", `--require: ${part} is not a requirement`, {
        hint: "Examples: people=2, level=touched, people=1,level=unlocked, witness",
      });
  }
  return required;
}
