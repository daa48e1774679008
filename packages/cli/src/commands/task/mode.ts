import { CountersignError, closest, Mode } from "@countersign/core";
import type { Run } from "../../context.ts";
import { decide } from "../../decisions/decide.ts";
import { argument } from "../../given.ts";
import { MODES } from "../../help/modes.ts";

export const taskMode: Run = async (context, given) => {
  const mode = readMode(argument(given, 1));
  return await decide(context, {
    verb: "mode",
    done: `mode ${mode} for`,
    word: argument(given),
    send: async ({ client }, { id }, shown) =>
      await client.changeMode({ task: id, body: { ...shown, mode } }),
  });
};

function readMode(word: string): Mode {
  const read = Mode.safeParse(word);
  if (read.success) return read.data;
  const meant = closest(word, Object.keys(MODES));
  const hint = meant === undefined ? "" : `, did you mean \`${meant}\`?`;
  throw new CountersignError("invalid_input", `There is no mode "${word}"${hint}`, {
    hint: "See them with: countersign help modes",
  });
}
