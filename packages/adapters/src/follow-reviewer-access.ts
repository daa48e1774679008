import { stat } from "node:fs/promises";
import type { ReviewerRunners } from "@countersign/engine";
import { readReviewerAccess } from "./read-reviewer-access.ts";
import type { ReviewerAccess } from "./reviewer-access.ts";

export type FollowOptions = {
  create(access: ReviewerAccess): ReviewerRunners;
  /** Called when a changed file is invalid; the runners stay unchanged. */
  onProblem(error: unknown): void;
  /** Milliseconds between checks of the file. Default 1,000, per process. */
  lookMs?: number;
};

/** Runners that change with the owner's file; the object stays the same. */
export type FollowedRunners = { runners: ReviewerRunners; stop(): void };

const LOOK_MS = 1_000;

/** Creates runners from the owner's file, and creates them again whenever the file changes. */
export async function followReviewerAccess(
  file: string,
  { create, onProblem, lookMs = LOOK_MS }: FollowOptions,
): Promise<FollowedRunners> {
  const runners: { -readonly [Name in keyof ReviewerRunners]: ReviewerRunners[Name] } = {};
  const refill = async (): Promise<void> => {
    const next = create(await readReviewerAccess(file));
    for (const name of Object.keys(runners)) Reflect.deleteProperty(runners, name);
    Object.assign(runners, next);
  };
  let known = await versionOf(file);
  await refill();
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const found = await versionOf(file);
      if (found === known) return;
      known = found;
      await refill();
    } catch (error) {
      onProblem(error);
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return { runners, stop: () => clearInterval(timer) };
}

/** Identifies the state of a file, including its permissions. */
async function versionOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  if (found === null) return "none";
  return [found.ino, found.size, found.mtimeMs, found.ctimeMs, found.mode].join(" ");
}
