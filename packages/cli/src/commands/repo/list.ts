import { RepositoryLine } from "@countersign/api";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { rememberTips } from "../../shown/shown-memory.ts";
import { repositoriesText } from "../../views/repositories-text.ts";

export const repoList = defineCommand({
  usage: "list",
  examples: ["countersign repo list", "countersign repo list --json=id,path"],

  output: {
    "repo.list": z.array(RepositoryLine),
  },
  async run(context) {
    const session = await openSession(context);
    const { items } = await session.client.listRepositories();
    await rememberTips(context, session, items);
    return {
      schema: "repo.list",
      data: items,
      plain: items.map(({ id, path, target, hold, problem }) => [
        id,
        target,
        hold?.why ?? (problem === null ? "ok" : "problem"),
        path,
      ]),
      text: (style) =>
        items.length === 0
          ? "No repository yet. Set one up with: countersign init"
          : repositoriesText(items, style),
    };
  },
});
