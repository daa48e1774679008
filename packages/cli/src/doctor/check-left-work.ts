import { countText } from "@countersign/review";
import type { CommandContext } from "../command/context.ts";
import { hookFiles } from "../hook/files/hook-files.ts";
import { readRefusedWork } from "../hook/spool/refused-work.ts";
import { readSpool } from "../hook/spool/spool.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { type Diagnosis, reportWarning } from "./diagnosis.ts";

/** Work that agents left when they stopped and that has not reached the engine. Silent when there is none. */
export async function checkUnsubmittedWork({
  directory,
  env,
}: Pick<CommandContext, "directory" | "env">): Promise<Diagnosis[]> {
  const place = await findWorkplace(directory).catch(() => null);
  if (place === null) return [];
  const files = hookFiles(localFiles(env));
  const waiting = await readSpool(files, place.common);
  const refused = await readRefusedWork(files, place.common);
  return [
    ...(waiting.length === 0
      ? []
      : [
          reportWarning(
            "left work",
            `${countText(waiting.length, "piece")} of agents' work not yet sent`,
            SEND,
          ),
        ]),
    ...refused.map(({ agent, branch, commit, why }) =>
      reportWarning(
        "left work",
        `What ${agent} left on ${branch ?? "no branch"} (${commit.slice(0, 12)}) could not be submitted: ${why}`,
        "Look at it, then submit it from its branch: countersign task submit",
      ),
    ),
  ];
}

const SEND = "countersign status sends it";
