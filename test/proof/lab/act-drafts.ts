import type { PersonAct } from "@countersign/core";
import type { ActDraft } from "./append-move.ts";
import { type Lab, TARGET, timeText, trustReference } from "./lab.ts";
import type { LabKey } from "./lab-key.ts";

/** The fields that every act has. */
export function commonFields(lab: Lab, by: string, key: LabKey) {
  const { random, trust, atSeconds } = lab;
  return {
    by,
    key: key.fingerprint,
    level: levelOf(lab, key),
    repository: trust.repository,
    trust: trustReference(trust),
    note: random.chance(0.5) ? random.hex(64) : null,
    nonce: random.hex(32),
    at: timeText(atSeconds),
    until: timeText(atSeconds + 600),
  };
}

/** An act of a person with their newest key. */
export function actDraft(
  lab: Lab,
  act: PersonAct,
  tree: string,
  key: LabKey = keyOf(lab, act.by),
): ActDraft {
  const unlocks = lab.presence === "unlocked";
  return { act, key, subject: { name: TARGET, tree }, parts: { flags: unlocks ? 5 : 1 } };
}

export function keyOf(lab: Lab, name: string): LabKey {
  const key = lab.keys.get(name);
  if (key === undefined) throw new Error(`${name} has no key`);
  return key;
}

function levelOf({ presence }: Lab, { kind }: LabKey): "signed" | "touched" | "unlocked" {
  if (!kind.endsWith("-sk")) return "signed";
  return presence === "unlocked" ? "unlocked" : "touched";
}
