import { CountersignError } from "@countersign/core";
import type { Repository, TargetReading } from "@countersign/engine";
import { findAlteredHistory } from "./altered-history.ts";
import { locateRepository } from "./locate-repository.ts";
import { readBranch } from "./read-ref.ts";

/** Reads where a target branch points, and whether git and countersign see the same there. */
export async function readTarget(repository: Repository, branch: string): Promise<TargetReading> {
  try {
    const located = await locateRepository(repository.path);
    const tip = await readBranch(located, branch);
    const detail = await findAlteredHistory(located);
    if (detail !== null) return { is: "unreliable", why: "history_altered", detail };
    const gitDir = located.common;
    return tip === null ? { is: "gone", gitDir } : { is: "at", tip, gitDir };
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    if (error.code !== "invalid_input" && error.code !== "not_found") throw error;
    if (error.code === "not_found")
      return { is: "unreliable", why: "repository_gone", detail: `${repository.path} is gone` };
    const hint = error.hint === undefined ? "" : `. ${error.hint}`;
    return { is: "unreliable", why: "target_unreadable", detail: `${error.message}${hint}` };
  }
}
