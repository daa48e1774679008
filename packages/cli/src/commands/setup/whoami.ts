import { Me } from "@countersign/api";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";

const FROM = {
  own: "your own credentials",
  environment: "COUNTERSIGN_TOKEN",
  agent: "an agent that you launched",
} as const;

export const whoami = defineCommand({
  usage: "whoami",
  examples: ["countersign whoami", "countersign whoami --json=name,role"],

  output: {
    "whoami.show": z.object({
      name: z.string(),
      kind: Me.shape.actor.shape.kind,
      role: Me.shape.role,
      task: Me.shape.task,
      org: z.string(),
      engine: z.string(),
      from: z.enum(["own", "environment", "agent"]),
    }),
  },
  async run(context) {
    const { client, url, credential } = await openSession(context);
    const { actor, org, role, task } = await client.me();
    const rows = [
      ["name", actor.id],
      ["kind", actor.kind],
      ["role", role],
      ...(task === null ? [] : [["task", task]]),
      ["organisation", org],
      ["engine", url],
      ["from", FROM[credential]],
    ];
    return {
      schema: "whoami.show",
      data: { name: actor.id, kind: actor.kind, role, task, org, engine: url, from: credential },
      plain: [[actor.id, role, org, url]],
      text: (style) =>
        columns(
          rows.map(([name = "", value = ""]) => [style.paint("faint", name), display(value)]),
        ),
    };
  },
});
