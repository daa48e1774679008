import { SprintView } from "@countersign/api";
import { defineCommand } from "../../command/define-command.ts";
import { requestSprintChange } from "./request-sprint-change.ts";

export const sprintResume = defineCommand({
  usage: "resume",
  examples: ["countersign sprint resume", "countersign sprint resume --dry-run"],
  output: { "sprint.resume": SprintView },
  run: async (context) =>
    await requestSprintChange(context, "resume", async (client) => await client.resumeSprint()),
});
