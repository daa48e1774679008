import { createFollowingFetch } from "../../board/following-fetch.ts";
import { BOARD_OPTIONS, BoardOutput, openBoard, requireTerminal } from "../../board/open-board.ts";
import { openUnsentFiles } from "../../board/unsent-files.ts";
import { createActSigner } from "../../client/act-signer.ts";
import { openSession } from "../../client/open-session.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import { createTerminalSigner } from "../../client/terminal-signer.ts";
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
    const signer = createTerminalSigner(createActSigner(context, localFiles(context.env)));
    const session = await openSession(following(context), "human", signer);
    requirePersonAtTerminal(context, session);
    // An engine that is away does not keep the board from opening.
    const me = await session.client.me().catch(() => null);
    const person = me?.actor.id ?? null;
    const server = context.server ?? "local";
    const files = await openUnsentFiles(session.files.directory, server, person);
    return await openBoard(context, options, {
      ...{ engine: async () => session.client, files },
      onTerminal: signer.useTerminal,
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
