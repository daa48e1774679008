import { durationMs } from "@countersign/core";
import type { Parts } from "../commands/parts.ts";
import { sayAsEngine } from "../commands/say.ts";
import { ENGINE } from "../commands/surroundings.ts";
import { ENGINE_KEYS } from "../names/engine-keys.ts";
import { listRepositories } from "../store/repositories.ts";
import { readSilenceClocks } from "../store/silence-clocks.ts";
import { transact } from "../store/transact.ts";
import { findSilent } from "./find-silent.ts";
import { policyOf } from "./read-content.ts";

/**
 * Asks for a look at unfinished work of which nothing was heard for too long: nothing of its agent, or
 * nothing of any agent in the repository.
 */
export async function reportSilence(parts: Parts, org: string): Promise<void> {
  const repositories = await transact(parts.pool, org, (session) => listRepositories(session, org));
  for (const { id } of repositories) {
    const { silence, triggers } = await policyOf(parts, org, id);
    if (triggers.silence === "off") continue;
    const clocks = await transact(parts.pool, org, (session) =>
      readSilenceClocks(session, org, { repo: id, runMs: durationMs(silence.run) }),
    );
    for (const { task, seq, summary } of findSilent(clocks, silence))
      await sayAsEngine(
        parts,
        org,
        task,
        ENGINE_KEYS.silence(org, task, seq),
        { type: "report_event", trigger: "silence", summary },
        ENGINE,
      );
  }
}
