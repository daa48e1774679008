import { join } from "node:path";
import type { Workplace } from "../../workplace/find-workplace.ts";

/** Where init keeps what it did in a repository. The file is there as long as the repository is set up. */
export function initFile(directory: string, { common }: Pick<Workplace, "common">): string {
  const { createHash } = process.getBuiltinModule("node:crypto"); // a hook in no repository does without
  const key = createHash("sha256").update(common).digest("hex");
  return join(directory, "inits", `${key.slice(0, 32)}.json`);
}
