import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  CONFIG_PARTS,
  CountersignError,
  loosenedKeys,
  loosenedText,
  type Policy,
} from "@countersign/core";
import {
  type ConfigFile,
  loadConfig,
  parseJsonText,
  problemsText,
} from "../config-file/config-file.ts";
import { isJsonName, withEntry, withValue } from "../config-file/edit-config.ts";

/** The file that takes the entry, before and after. */
export type PolicyEdit = { path: string; name: string; before: string; after: string };

/** The policy that these files make, before the entry is added. */
export async function policyHere(file: ConfigFile): Promise<Policy> {
  if (file.text === null)
    throw new CountersignError("not_found", "This repository has no configuration yet", {
      hint: "Create it: countersign init",
    });
  const loaded = await loadConfig(file, file.text);
  if (loaded.ok) return loaded.policy;
  throw new CountersignError("invalid_input", problemsText(loaded.problems), {
    hint: `Fix ${file.name} first`,
  });
}

/**
 * Adds an entry to the reviewers of a policy, where the policy keeps them; null for a file that is no JSON, which
 * its writer changes by hand.
 *
 * The shipped reviewers stay, and an edit that would loosen the policy is refused.
 */
export async function insertReviewer(
  file: ConfigFile,
  policy: Policy,
  entry: Readonly<Record<string, unknown>>,
): Promise<PolicyEdit | null> {
  const main = file.text ?? "{}\n";
  const part = join(file.root, CONFIG_PARTS.reviewers);
  const partText = await readFile(part, "utf8").catch(() => null);
  if (partText !== null) {
    const after = withEntry(partText, [], entry);
    await requireNoLoss(file, policy, main, { [CONFIG_PARTS.reviewers]: after });
    return { path: part, name: CONFIG_PARTS.reviewers, before: partText, after };
  }
  if (!isJsonName(file.name)) return null;
  const after = hasOwnReviewers(main, file.name)
    ? withEntry(main, ["reviewers"], entry)
    : withValue(withValue(main, ["shippedReviewers"], "kept"), ["reviewers"], [entry]);
  await requireNoLoss(file, policy, after, {});
  return { path: file.path, name: file.name, before: main, after };
}

function hasOwnReviewers(text: string, name: string): boolean {
  const value = parseJsonText(text, name);
  return typeof value === "object" && value !== null && "reviewers" in value;
}

async function requireNoLoss(
  file: ConfigFile,
  before: Policy,
  text: string,
  others: Readonly<Record<string, string>>,
): Promise<void> {
  const loaded = await loadConfig(file, text, others);
  if (!loaded.ok)
    throw new CountersignError("invalid_input", problemsText(loaded.problems), {
      hint: "Nothing was written",
    });
  const [lost] = loosenedKeys(before, loaded.policy);
  if (lost === undefined) return;
  throw new CountersignError(
    "invalid_input",
    `An entry here would replace the reviewers of ${before.extends ?? "the base"} (${loosenedText(lost)})`,
    { hint: `Add the reviewer to ${before.extends ?? "the base"} by hand` },
  );
}
