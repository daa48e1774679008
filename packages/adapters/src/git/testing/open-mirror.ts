import { join } from "node:path";
import type { Content, CountersignError } from "@countersign/core";
import type { Mirror, Repository } from "@countersign/engine";
import { expect, onTestFinished } from "vitest";
import { createGitMirror } from "../create-git-mirror.ts";
import { openWorkshop, type Workshop } from "./plain-git.ts";

/** A workshop and a mirror of its repository; gone when the test is over. */
export type MirroredWorkshop = Workshop & { mirror: Mirror; repository: Repository };

export function openMirrored(initial: readonly string[] = []): MirroredWorkshop {
  const workshop = openWorkshop(initial);
  onTestFinished(workshop.remove);
  const mirror = createGitMirror({ dataDirectory: join(workshop.folder, "data") });
  return { ...workshop, mirror, repository: { id: "acme/shop", path: workshop.repo } };
}

/** Copies a branch and pins it against a base that it contains. */
export async function pinBranchContent(
  { mirror, repository }: MirroredWorkshop,
  base: string,
  branch = "main",
): Promise<Content> {
  const { commit, tree } = await mirror.fetch(repository, { branch });
  return { repo: repository.id, target: "main", base, head: commit, tree };
}

/** The code with which something was refused. */
export async function refusalCode(work: Promise<unknown>): Promise<CountersignError["code"]> {
  return await work.then(
    () => expect.fail("it was not refused"),
    (error: CountersignError) => error.code,
  );
}
