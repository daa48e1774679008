import { offerFor } from "../../completion/candidates.ts";
import { knownThings } from "../../completion/known-things.ts";
import type { Run } from "../../context.ts";
import { displayShort } from "../../output/display.ts";

const ABOUT = 60;

/** One candidate per line, and after a tab what it means: what the scripts of all shells ask for. */
export const complete: Run = async (context, { args }) => {
  const { words, things } = offerFor(context.tree, args);
  const isKnown = things === "task" || things === "finding" || things === "repository";
  const found = isKnown ? await knownThings(things, args.at(-1) ?? "", context) : words;
  const rows = found.map(({ word, about }) => [word, displayShort(about, ABOUT)]);
  return {
    schema: "complete.list",
    data: found,
    plain: rows,
    text: () => rows.map((row) => row.join("\t")).join("\n"),
  };
};
