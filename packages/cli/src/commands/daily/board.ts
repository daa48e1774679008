import { join } from "node:path";
import { createDraftKeeper, createKeeper, readKept } from "../../board/board-files.ts";
import { createFollowingFetch } from "../../board/following-fetch.ts";
import { BOARD_OPTIONS, BoardOutput, openBoard, requireTerminal } from "../../board/open-board.ts";
import { openSession } from "../../client/open-session.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { GateReport } from "../../gate/gate-report.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { reviveEngine } from "../../local-engine/revive-engine.ts";

/** The board of everything that the engine knows. */
export const board = defineCommand({
  usage: "board",
  examples: ["countersign board", "countersign board --theme blue-orange"],
  options: BOARD_OPTIONS,
  output: { "board.close": BoardOutput, "gate.check": GateReport },
  async run(context, { options }) {
    requireTerminal();
    const session = await openSession(following(context));
    requirePersonAtTerminal(context, session);
    const begun = join(session.files.directory, "feedback-drafts.json");
    const read = join(session.files.directory, "read-marks.json");
    const [drafts, marks] = await Promise.all([readKept(begun), readKept(read)]);
    return await openBoard(context, options, {
      engine: async () => session.client,
      drafts: { kept: drafts, keep: createDraftKeeper(begun) },
      marks: { kept: marks, keep: createKeeper(read) },
    });
  },
});

/** A board stays open for days, in which the engine may have been started again, or may have died. */
function following(context: CommandContext): CommandContext {
  if (context.server !== null) return context;
  const { program, env } = context;
  const launch = { files: localFiles(env), program, env, reason: "needed", onStart } as const;
  const find = async () => (await reviveEngine(launch))?.url ?? null;
  const ask = context.trace?.fetch ?? globalThis.fetch;
  return { ...context, trace: { fetch: createFollowingFetch(find, ask) } };
}

/** The board itself says that the engine is away. */
function onStart(): void {}
