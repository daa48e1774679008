import { editConfig } from "../../config-file/edit-config.ts";
import type { Run } from "../../context.ts";
import { argument } from "../../given.ts";

export const configUnset: Run = async (context, given) =>
  await editConfig(context, { verb: "unset", key: argument(given), value: undefined });
