import { PersonLine } from "@countersign/api";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import { ageText } from "../../output/words.ts";

export const personList = defineCommand({
  usage: "list",
  examples: ["countersign person list", "countersign person list --json=actor,identity"],

  output: {
    "person.list": z.array(PersonLine),
  },
  async run(context) {
    const { client } = await openSession(context, "admin");
    const { items } = await client.listPeople();
    return {
      schema: "person.list",
      data: items,
      plain: items.map((line) => [line.actor, accountOf(line), adminText(line)]),
      text: (style) =>
        items.length === 0
          ? "No person signs in with an account. Invite one: countersign person invite <name>"
          : columns([
              ["person", "account", "administrator", "since"].map((word) =>
                style.paint("faint", word),
              ),
              ...items.map((line) => [
                display(line.actor),
                display(accountOf(line)),
                adminText(line),
                ageText(line.addedMs ?? line.invitedMs),
              ]),
            ]),
    };
  },
});

function accountOf({ identity }: PersonLine): string {
  return identity === null ? "invited" : `${identity.subject} at ${identity.issuer}`;
}

function adminText({ canAdminister }: PersonLine): string {
  return canAdminister ? "yes" : "no";
}
