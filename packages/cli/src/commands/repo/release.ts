import { RepositoryLine } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { type CliSession, openSession } from "../../client/open-session.ts";
import { repositoryHere } from "../../client/repository-here.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { text } from "../../command/options.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { openMemory } from "../../shown/shown-memory.ts";
import { confirmUnseen, promptText } from "../../terminal/prompts.ts";
import { repositoriesText } from "../../views/repositories-text.ts";

const MIN_TIP = 7;
const FULL_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Accepts the tip that the person was shown or names; a move after that is refused. */
export const repoRelease = defineCommand({
  usage: "release [id]",
  examples: [
    "countersign repo release --reason 'my own hotfix'",
    "countersign repo release shop-api --reason 'looked at it, fine'",
  ],
  options: {
    reason: text("--reason <text>", "the reason"),
    tip: text("--tip <commit>", "the commit you reviewed; required in scripts"),
  },
  takes: "repository",
  output: {
    "repo.release": RepositoryLine,
  },
  async run(context, { args, options }) {
    const session = await openSession(context);
    const found = await findRepository(context, session, args.id);
    const { id: repo } = found;
    if (context.dryRun) {
      return wouldDo("release", { repo }, () => `Would let merges to ${display(repo)} go on`);
    }
    requirePersonAtTerminal(context, session);
    const tip = await tipToAccept(context, session, found, options.tip);
    const question = { option: "--reason", question: "What did you find?" };
    const reason = await promptText(context, options.reason, question);
    const line = await session.client.releaseRepository({ repo, body: { tip, reason } });
    return {
      schema: "repo.release",
      data: line,
      text: (style) =>
        `${style.paint("good", "released")} ${display(line.id)} at ${tip.slice(0, 12)}; merges to ${display(line.target)} continue`,
      plain: [[line.id, line.target]],
    };
  },
});

async function findRepository(
  context: CommandContext,
  session: CliSession,
  id: string | undefined,
): Promise<RepositoryLine> {
  if (id === undefined) return await repositoryHere(context, session);
  const { items } = await session.client.listRepositories();
  const line = items.find((item) => item.id === id);
  if (line !== undefined) return line;
  throw new CountersignError("not_found", `There is no repository ${id}`, {
    hint: "List repositories: countersign repo list",
  });
}

async function tipToAccept(
  context: CommandContext,
  session: CliSession,
  line: RepositoryLine,
  named: string | undefined,
): Promise<string> {
  // The engine compares it with the target, which may have moved since it last looked.
  if (named !== undefined && FULL_ID.test(named)) return named;
  const { id, target, tip, found } = line;
  const now = found ?? tip ?? "";
  if (named !== undefined && named.length >= MIN_TIP && now.startsWith(named)) return now;
  if (named !== undefined)
    throw new CountersignError(
      "stale_content",
      `${target} of ${id} is at ${now} now, not ${named}`,
      {
        hint: "Review it: countersign repo list",
      },
    );
  const { tip: tipShown } = await openMemory(context, session);
  if (now === tip || tipShown(id) === now) return now;
  context.say((style) => repositoriesText([line], style));
  const unseen = `${target} of ${id} is at ${now.slice(0, 12)}, which was not shown to you`;
  const hint = `Review it: countersign repo list. In scripts: --tip ${now}`;
  if (!context.ask.allowed) throw new CountersignError("stale_content", unseen, { hint });
  await confirmUnseen(context, `Accept ${now.slice(0, 12)} as ${target}?`);
  return now;
}
