import { stat } from "node:fs/promises";
import type { RepositoryLine } from "@countersign/api";
import { type Diagnosis, reportProblem } from "./diagnosis.ts";

/** Registered repositories whose folder is gone: nothing can be read from them or merged to them. */
export async function checkFolders(lines: readonly RepositoryLine[]): Promise<Diagnosis[]> {
  const found = await Promise.all(
    lines.map(async ({ id, path }) => {
      const isThere = await stat(path).then(
        (stats) => stats.isDirectory(),
        () => false,
      );
      const fix = `Move it back, or set it up where it is now: cd <folder> && countersign init`;
      return isThere ? [] : [reportProblem(id, `${path} does not exist any more`, fix)];
    }),
  );
  return found.flat();
}
