import { resolve } from "node:path";
import { RepositoryLine } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { refuseAgent } from "../../caller/require-owner.ts";
import { openSession } from "../../client/open-session.ts";
import { registerRepository } from "../../client/register-repository.ts";
import { defineCommand } from "../../command/define-command.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { findWorkplace } from "../../workplace/find-workplace.ts";

/** Tells the engine where a repository was moved on the disk. */
export const repoMove = defineCommand({
  usage: "move <id> <path>",
  examples: ["countersign repo move shop-api ~/work/shop-api", "countersign repo move shop-api ."],

  takes: "repository",
  output: {
    "repo.move": RepositoryLine,
  },
  async run(context, { args }) {
    const { id: repo, path } = args;
    const { repository, common } = await findWorkplace(resolve(context.directory, path));
    if (context.dryRun)
      return wouldDo(
        "move",
        { repo, path: repository },
        () => `Would move the registration of ${display(repo)} to ${display(repository)}`,
      );
    refuseAgent("Moving a repository", context);
    const session = await openSession(context, "admin");
    const { items } = await session.client.listRepositories();
    if (!items.some(({ id }) => id === repo))
      throw new CountersignError("not_found", `There is no repository ${repo}`, {
        hint: "List repositories: countersign repo list",
      });
    const line = await registerRepository(context, session, {
      path: repository,
      gitDir: common,
      id: repo,
    });
    return {
      schema: "repo.move",
      data: line,
      text: (style) =>
        `${style.paint("good", "moved")} ${display(line.id)} to ${display(line.path, style)}`,
      plain: [[line.id, line.path]],
    };
  },
});
