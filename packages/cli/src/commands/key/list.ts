import { KeyLine } from "@countersign/api";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import { ageText } from "../../output/words.ts";

export const keyList = defineCommand({
  usage: "list",
  examples: ["countersign key list", "countersign key list --json=actor,fingerprint"],
  output: {
    "key.list": z.array(KeyLine),
  },
  async run(context) {
    const { client } = await openSession(context);
    const { items } = await client.listKeys();
    return {
      schema: "key.list",
      data: items,
      plain: items.map((line) => [line.actor, line.fingerprint, stateOf(line)]),
      text: (style) =>
        items.length === 0
          ? "No person has a key. Add yours: countersign key add <file>"
          : columns([
              ["person", "key", "state", "added"].map((word) => style.paint("faint", word)),
              ...items.map((line) => [
                display(line.actor),
                `${line.key.split(" ")[0]} ${line.fingerprint}`,
                stateOf(line),
                ageText(line.addedMs),
              ]),
            ]),
    };
  },
});

function stateOf({ retiredMs }: KeyLine): string {
  return retiredMs === null ? "in use" : "retired";
}
