import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { CountersignError, importPolicy } from "@countersign/core";
import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { type OptionValues, option } from "../../command/options.ts";
import {
  parseJsonText,
  problemsText,
  readConfigFile,
  requireValid,
  writeConfigFile,
} from "../../config-file/config-file.ts";
import { requireJson, withValue } from "../../config-file/edit-config.ts";
import { display } from "../../output/display.ts";

const OPTIONS = {
  from: option(
    "--from <kind>",
    z.enum(["chains", "modes", "pipeline"]),
    "format of the files: chains, modes or pipeline",
  ),
};
type Kind = OptionValues<typeof OPTIONS>["from"];

const PIPELINE_PARTS = ["rules", "composition", "agents", "domains"];

export const configImport = defineCommand({
  usage: "import <files...>",
  examples: [
    "countersign config import --from chains review.json",
    "countersign config import --from pipeline rules.json composition.json agents.json",
  ],
  options: OPTIONS,
  takes: "file",
  output: {
    "config.import": z.object({
      path: z.string(),
      keys: z.array(z.string()),
      notes: z.array(z.string()),
      written: z.boolean(),
    }),
  },
  async run({ directory, dryRun, env }, { args, options }) {
    const { from } = options;
    const imported = importPolicy(
      from,
      await readDocuments(from, args.files, env.PWD ?? directory),
    );
    if (!imported.ok) {
      throw new CountersignError("invalid_input", problemsText(imported.problems), {
        hint: "Nothing was written",
      });
    }
    const file = await readConfigFile(directory, env.COUNTERSIGN_CONFIG);
    requireJson(file);
    const { path, text } = file;
    const keys = Object.keys(imported.file);
    const after = Object.entries(imported.file).reduce(
      (draft, [key, value]) => withValue(draft, [key], value),
      text ?? "{}\n",
    );
    await requireValid(file, after);
    if (!dryRun) await writeConfigFile(file, after);
    return {
      schema: "config.import",
      data: { path, keys, notes: imported.notes, written: !dryRun },
      text: (style) =>
        [
          `${dryRun ? "Would set" : style.paint("good", "set")} ${keys.join(", ")} in ${display(path, style)}`,
          ...imported.notes.map(
            (note) => `  ${style.paint("warn", "note")}  ${display(note, style)}`,
          ),
        ].join("\n"),
    };
  },
});

/** A pipeline is spread over files, each named after what it holds; the others are one document. */
async function readDocuments(
  kind: Kind,
  files: readonly string[],
  directory: string,
): Promise<unknown> {
  const documents = await Promise.all(
    files.map(async (file): Promise<[string, unknown]> => {
      const text = await readFile(resolve(directory, file), "utf8").catch(() => {
        throw new CountersignError("not_found", `${file} cannot be read`);
      });
      return [file, parseJsonText(text, file)];
    }),
  );
  if (kind !== "pipeline") return documents[0]?.[1];
  return Object.fromEntries(
    documents.map(([file, document]) => {
      const part = PIPELINE_PARTS.find((name) => basename(file).includes(name));
      if (part !== undefined) return [part, document];
      throw new CountersignError("invalid_input", `${file} is not a pipeline file`, {
        hint: `Use the names ${PIPELINE_PARTS.join(", ")}`,
      });
    }),
  );
}
