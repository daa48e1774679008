import { createHash } from "node:crypto";

/** The same key names the same verdict, so that a retry adds none. */
export function verdictIdOf(org: string, taskId: string, key: string): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([org, taskId, key]))
    .digest("hex");
  return `vrd_${digest.slice(0, 32)}`;
}
