import { join } from "node:path";
import { createFileSealCopy } from "./file-seal-copy.ts";
import { createFileSigner } from "./file-signer.ts";
import type { SealDeps } from "./seal-once.ts";

/** Stores key and copy in a directory outside the database, accessible only to its owner. */
export function createFileSeals(directory: string): Pick<SealDeps, "signer" | "copy"> {
  const place = join(directory, "seals");
  return { signer: createFileSigner(place, "seal-key"), copy: createFileSealCopy(place) };
}
