import type { Pinned } from "@countersign/engine";
import { checkpointRef, objectId } from "../paths/names.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { resolveTree } from "./read-objects.ts";

export async function saveCheckpoint(
  mirror: MirrorDirectory,
  name: string,
  commit: string,
): Promise<void> {
  await resolveTree(mirror, commit);
  await mirror.run(["update-ref", checkpointRef(name), objectId(commit)]);
}

export async function readCheckpoint(
  mirror: MirrorDirectory,
  name: string,
): Promise<Pinned | null> {
  const ref = checkpointRef(name);
  const { output } = await mirror.run(["for-each-ref", "--format=%(objectname) %(refname)", ref]);
  const lines = output.toString("latin1").split("\n");
  const found = lines.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
  if (found === undefined) return null;
  const commit = objectId(found);
  return { commit, tree: await resolveTree(mirror, commit) };
}

/** Removes a checkpoint. Its objects stay while other refs reach them. */
export async function dropCheckpoint(mirror: MirrorDirectory, name: string): Promise<void> {
  await mirror.run(["update-ref", "-d", checkpointRef(name)]);
}
