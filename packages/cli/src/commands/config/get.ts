import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { flag } from "../../command/options.ts";
import {
  type ConfigFile,
  loadConfig,
  parseJsonText,
  problemsText,
  readConfigFile,
} from "../../config-file/config-file.ts";
import { isJsonName } from "../../config-file/edit-config.ts";
import { type KeyPath, readKeyPath, valueAt } from "../../config-file/key-path.ts";
import { display } from "../../output/display.ts";
import { JsonValue } from "../../output-schemas/setup.ts";

/** Keys of the compiled policy that are not part of a configuration file. */
const NOT_KEYS = new Set(["tables", "digest"]);

export const configGet = defineCommand({
  usage: "get [key]",
  examples: ["countersign config get merge.target", "countersign config get limits --source"],
  options: {
    source: flag("--source", "also print whether the value is from the file or a default"),
  },

  output: {
    "config.get": z.object({ key: z.string().nullable(), value: JsonValue, source: z.string() }),
  },
  async run({ directory, env }, { args, options }) {
    const { source } = options;
    const file = await readConfigFile(directory, env.COUNTERSIGN_CONFIG);
    const { path, text } = file;
    const loaded = await loadConfig(file, text ?? "{}");
    if (!loaded.ok) {
      throw new CountersignError("invalid_input", problemsText(loaded.problems), {
        hint: `Fix ${path}`,
      });
    }
    const all = Object.fromEntries(
      Object.entries(loaded.policy).filter(([key]) => !NOT_KEYS.has(key)),
    );
    const key = args.key;
    const steps = key === undefined ? [] : readKeyPath(key);
    const value = valueAt(all, steps);
    if (value === undefined) {
      throw new CountersignError("not_found", `There is no value at ${key}`, {
        hint: `The keys are: ${Object.keys(all).join(", ")}`,
      });
    }
    const from = isOwn(file, steps) ? path : "default";
    return {
      schema: "config.get",
      data: { key: key ?? null, value, source: from },
      text: (style) => {
        const shown =
          typeof value === "string" ? display(value, style) : JSON.stringify(value, null, 2);
        return source ? `${shown}\n${style.paint("faint", `from ${display(from, style)}`)}` : shown;
      },
      plain: [[typeof value === "string" ? value : JSON.stringify(value)]],
    };
  },
});

/** Whether the file sets the key. YAML files and included parts are not searched. */
function isOwn({ text, name }: ConfigFile, steps: KeyPath): boolean {
  if (text === null || !isJsonName(name)) return false;
  return valueAt(parseJsonText(text, name), steps) !== undefined;
}
