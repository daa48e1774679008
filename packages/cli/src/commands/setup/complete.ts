import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { offerFor } from "../../completion/candidates.ts";
import { knownThings } from "../../completion/known-things.ts";
import { displayShort } from "../../output/display.ts";

const ABOUT = 60;

/** One candidate per line, and after a tab what it means: what the scripts of all shells ask for. */
export const complete = defineCommand({
  usage: "complete [words...]",
  examples: ["countersign complete -- task s", "countersign complete -- approve cs-"],

  output: {
    "complete.list": z.array(z.object({ word: z.string(), about: z.string() })),
  },
  async run(context, { args }) {
    const { words, things } = await offerFor(context.commands, args.words);
    const isKnown = things === "task" || things === "finding" || things === "repository";
    const found = isKnown ? await knownThings(things, args.words.at(-1) ?? "", context) : words;
    const rows = found.map(({ word, about }) => [word, displayShort(about, ABOUT)]);
    return {
      schema: "complete.list",
      data: found,
      plain: rows,
      text: () => rows.map((row) => row.join("\t")).join("\n"),
    };
  },
});
