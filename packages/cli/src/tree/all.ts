import { withSpoolFlush } from "../hook/spool/with-spool-flush.ts";
import { AUDIT, REPLAY } from "./audit.ts";
import { DAILY } from "./daily.ts";
import { CHAIN, FINDING, POLICY } from "./finding.ts";
import { GATE, REVIEW } from "./gate.ts";
import { REVIEWER } from "./reviewer.ts";
import { SETUP, SETUP_GROUPS } from "./setup.ts";
import type { CliCommand, Tree } from "./spec.ts";
import { SPRINT } from "./sprint.ts";
import { TASK } from "./task.ts";

/** Whoever looks at tasks also sees what agents left while no engine ran. */
const LOOKS = new Set(["inbox", "status"]);

function daily(spec: CliCommand): CliCommand {
  return LOOKS.has(spec.usage) ? withSpoolFlush(spec) : spec;
}

export const TREE: Tree = {
  alone: [...DAILY.map(daily), REPLAY, ...SETUP],
  groups: [
    { ...TASK, commands: TASK.commands.map(withSpoolFlush) },
    FINDING,
    GATE,
    REVIEW,
    REVIEWER,
    CHAIN,
    SPRINT,
    POLICY,
    AUDIT,
    ...SETUP_GROUPS,
  ],
};
