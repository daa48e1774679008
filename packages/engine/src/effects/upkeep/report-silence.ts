import { durationMs } from "@countersign/core";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { transact } from "../../platform/transact.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { listRepositories } from "../../store/organisation/repositories.ts";
import { readSilenceClocks } from "../../store/organisation/silence-clocks.ts";
import { policyInForce } from "../content/read-content.ts";
import { findSilent } from "./find-silent.ts";

/**
 * Asks for a look at unfinished work of which nothing was heard for too long: nothing of its agent, or
 * nothing of any agent in the repository.
 */
export async function reportSilence(parts: EngineDeps, org: string): Promise<void> {
  const repositories = await transact(parts.pool, org, (session) => listRepositories(session, org));
  for (const { id } of repositories) {
    const { silence, triggers } = await policyInForce(parts, org, id);
    if (triggers.silence === "off") continue;
    const clocks = await transact(parts.pool, org, (session) =>
      readSilenceClocks(session, org, { repo: id, runMs: durationMs(silence.run) }),
    );
    for (const { task, seq, summary } of findSilent(clocks, silence))
      await executeAsEngine(parts, {
        org,
        task,
        key: ENGINE_KEYS.silence(org, task, seq),
        command: { type: "report_event", trigger: "silence", summary },
      });
  }
}
