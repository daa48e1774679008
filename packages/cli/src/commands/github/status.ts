import { ForgeStatusView } from "@countersign/api";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { forgeStatusText } from "./forge-status-text.ts";

export const githubStatus = defineCommand({
  usage: "status",
  examples: ["countersign github status", "countersign github status --json=repositories"],

  output: {
    "github.status": ForgeStatusView,
  },
  async run(context) {
    const { client } = await openSession(context, "admin");
    const status = await client.readForge();
    return {
      schema: "github.status",
      data: status,
      plain: status.repositories.map(({ repo, name, problem }) => [repo, name, problem ?? ""]),
      text: (style) => forgeStatusText(status, style, Date.now()),
    };
  },
});
