import type { TokenLine } from "@countersign/api";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import { ageText } from "../../output/words.ts";
import { TokenOutput, tokenOutput } from "./token-output.ts";

export const tokenList = defineCommand({
  usage: "list",
  examples: ["countersign token list", "countersign token list --json=id,actor,role"],

  output: {
    "token.list": z.array(TokenOutput),
  },
  async run(context) {
    const { client } = await openSession(context, "admin");
    const { items } = await client.listTokens();
    return {
      schema: "token.list",
      data: items.map(tokenOutput),
      plain: items.map((line) => [line.id, line.actor, line.role, stateOf(line), line.task ?? ""]),
      text: (style) =>
        columns([
          ["id", "actor", "role", "state", "age"].map((word) => style.paint("faint", word)),
          ...items.map((line) => [
            display(line.id),
            display(line.actor),
            line.task === null ? line.role : `${line.role} of ${display(line.task)}`,
            style.paint(stateOf(line) === "live" ? "good" : "faint", stateOf(line)),
            ageText(line.createdMs),
          ]),
        ]),
    };
  },
});

function stateOf({ revokedMs, expiresMs }: TokenLine): "live" | "revoked" | "expired" {
  if (revokedMs !== null) return "revoked";
  return expiresMs !== null && expiresMs <= Date.now() ? "expired" : "live";
}
