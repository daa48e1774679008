import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "@countersign/api";
import type { Rolldown, UserConfig } from "tsdown";
import { VERSION } from "./src/runtime/version.ts";

const CLI_SCHEMA = fileURLToPath(new URL("../../schemas/cli.schema.json", import.meta.url));

/**
 * Builds the modules that other programs import. Their types include the declarations of the inner packages and of
 * zod, so that users need to install neither.
 */
export function libraryBuild(bundled: UserConfig): UserConfig {
  return {
    ...bundled,
    name: "library",
    clean: false,
    entry: { "library/core": "src/library/core.ts", "library/client": "src/library/client.ts" },
    tsconfig: "../../tsconfig.library.json",
    dts: { generator: "tsgo" },
    inputOptions: { onLog: withoutTranslations },
    outputOptions: { chunkFileNames: "library/[name]-[hash].mjs" },
    hooks: {
      "build:done": async ({ options: { outDir } }) => {
        const openApi = JSON.stringify(await openApiDocument(VERSION), null, 2);
        await writeFile(join(outDir, "openapi.json"), `${openApi}\n`);
        await cp(CLI_SCHEMA, join(outDir, "cli.schema.json"));
      },
    },
  };
}

/** Ignores warnings about zod's translations: they are declared as CommonJS and not used. */
const withoutTranslations: NonNullable<Rolldown.InputOptions["onLog"]> = (level, log, next) => {
  if (!/\/zod\/v4\/locales\/\S+ uses CommonJS dts syntax/.test(log.message)) next(level, log);
};
