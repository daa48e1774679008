import { editConfig } from "../../config-file/edit-config.ts";
import type { Run } from "../../context.ts";
import { argument } from "../../given.ts";

export const configSet: Run = async (context, given) =>
  await editConfig(context, {
    verb: "set",
    key: argument(given),
    value: readValue(argument(given, 1)),
  });

/** JSON if it is some, else the text itself, so that words need no quotes. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
