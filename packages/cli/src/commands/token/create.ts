import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import { defineCommand } from "../../command/define-command.ts";
import { duration } from "../../command/duration.ts";
import { option, text } from "../../command/options.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { TokenOutput, tokenOutput } from "./token-output.ts";

export const tokenCreate = defineCommand({
  usage: "create <actor>",
  examples: [
    "countersign token create claude --role author --expires 8h",
    "countersign token create ci --role viewer",
  ],
  options: {
    role: option(
      "--role <role>",
      z.enum(["author", "reviewer", "planner", "viewer", "human"]),
      "author, reviewer, planner, viewer or human",
    ),
    task: text("--task <id>", "restrict the credential to this task"),
    expires: option(
      "--expires <time>",
      duration("8h or 30d").optional(),
      "lifetime, such as 8h or 30d",
    ),
    department: text(
      "--department <name>",
      "department of the agent, which provides its peer reviewers",
    ),
    sponsor: text(
      "--sponsor <person>",
      "the person responsible for the agent (default: you, on your own machine)",
    ),
    family: text("--family <name>", "model family of the agent"),
  },

  output: {
    "token.create": z.object({ ...TokenOutput.shape, token: z.string() }),
  },
  async run(context, { args, options }) {
    const { role, task, sponsor, expires, department, family } = options;
    const actor = args.actor;
    if (context.dryRun) {
      const text = `Would make a token for ${display(actor)} with the role ${role}`;
      return wouldDo("create", { actor, role }, () => text);
    }
    const session = await openSession(context, "admin");
    // An agent that creates a token for a person could approve with it.
    if (role === "human") requirePersonAtTerminal(context, session);
    const expiresMs = expires === undefined ? undefined : Date.now() + expires;
    const isAgent = role === "author" || role === "reviewer" || role === "planner";
    const named = sponsor ?? (isAgent ? (session.person ?? undefined) : undefined);
    const body = { actor, role, sponsor: named, task, expiresMs, department, modelFamily: family };
    const created = await session.client.createToken({ body });
    return {
      schema: "token.create",
      data: { ...tokenOutput(created), token: created.token },
      text: () =>
        `${created.token}\n\nIt is shown once. Give it to ${display(actor)} as COUNTERSIGN_TOKEN.`,
      plain: [[created.token]],
    };
  },
});
