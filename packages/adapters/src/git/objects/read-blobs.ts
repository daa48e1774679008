import { CountersignError } from "@countersign/core";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { type ObjectInfo, readObjectInfo, readObjects } from "./read-objects.ts";

/** Reads many blobs in the given order. Reads the next when the caller has used one. */
export async function readBlobs(
  mirror: MirrorDirectory,
  ids: readonly string[],
  use: (id: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  const infos = await readObjectInfo(mirror, ids);
  const blobs = ids.map((id, index) => requireBlob(id, infos[index]));
  await readObjects(mirror, blobs, ({ id }, bytes) => use(id, bytes));
}

function requireBlob(id: string, info: ObjectInfo | null | undefined): ObjectInfo {
  if (info?.type !== "blob") {
    throw new CountersignError("not_found", `The mirror has no blob ${id}`);
  }
  return info;
}
