import type { Policy } from "@countersign/core";
import { z } from "zod";
import { type CliSession, openSession } from "../../client/open-session.ts";
import { knownRepository } from "../../client/repository-here.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { loadConfig, readConfigFile } from "../../config-file/config-file.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { engineRunners } from "../../reviewers/engine-runners.ts";
import { lastResults, ReviewerLine, reviewerLines } from "../../reviewers/reviewer-lines.ts";
import { reviewersText } from "../../reviewers/reviewers-text.ts";
import { AskingPolicy, type Registry } from "../../reviewers/when-text.ts";
import { findWorkplace } from "../../workplace/find-workplace.ts";

/** Lists the reviewers of this repository: those of the accepted policy, and new ones of the file here. */
export const reviewerList = defineCommand({
  usage: "list",
  examples: ["countersign reviewer list", "countersign reviewer list --json=id,available,says"],

  output: {
    "reviewer.list": z.array(ReviewerLine),
  },
  async run(context) {
    const place = await findWorkplace(context.directory);
    const session = await openSession(context);
    const repository = await knownRepository(session, place);
    const accepted = repository === null ? null : await acceptedRegistry(session, repository.id);
    const last = repository === null ? null : await lastResults(session.client, repository.id);
    const own = await workingPolicy(context);
    const known = new Set(accepted?.reviewers.map(({ id }) => id));
    const pending = own === null ? [] : own.reviewers.filter(({ id }) => !known.has(id));
    const runners = context.server === null ? await engineRunners(localFiles(context.env)) : null;
    const lines: ReviewerLine[] = [
      ...(accepted === null ? [] : await reviewerLines(accepted, { runners, accepted: true })),
      ...(own === null
        ? []
        : await reviewerLines({ ...own, reviewers: pending }, { runners, accepted: false })),
    ].map((line) => ({ ...line, last: last?.get(line.id) ?? null }));
    return {
      schema: "reviewer.list",
      data: lines,
      plain: lines.map(({ id, adapter, model, available, asked }) => [
        id,
        adapter,
        model ?? "",
        available === null ? "unknown" : available ? "ready" : "not ready",
        asked.join("; "),
      ]),
      text: (style) =>
        lines.length === 0
          ? "No reviewers yet. Set this repository up with: countersign init"
          : reviewersText(lines, style),
    };
  },
});

/** The registry of the policy in force; null where none was accepted yet. */
async function acceptedRegistry({ client }: CliSession, repo: string): Promise<Registry | null> {
  const view = await client.readPolicy({ repo }).catch(() => null);
  if (view === null) return null;
  const { reviewers = [], policies = [], panel, gaps } = AskingPolicy.parse(view.policy);
  return { reviewers, policies, panel, gaps };
}

/** The policy as it lies here; null where there is none that can be read. */
async function workingPolicy({ directory, env }: CommandContext): Promise<Policy | null> {
  const file = await readConfigFile(directory, env.COUNTERSIGN_CONFIG);
  if (file.text === null) return null;
  const loaded = await loadConfig(file, file.text);
  return loaded.ok ? loaded.policy : null;
}
