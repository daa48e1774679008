import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "@countersign/api";
import type { Rolldown, UserConfig } from "tsdown";
import { VERSION } from "./src/runtime/version.ts";

const SCHEMAS = fileURLToPath(new URL("../../schemas/cli", import.meta.url));

/**
 * What other programs may import, with self-contained types: the declarations of the inner packages and of zod are
 * part of ours, so that a user installs neither.
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
        await cp(SCHEMAS, join(outDir, "schemas"), { recursive: true });
      },
    },
  };
}

/** zod's translations are declared as CommonJS. They cannot be bundled, and nothing of ours names them. */
const withoutTranslations: NonNullable<Rolldown.InputOptions["onLog"]> = (level, log, next) => {
  if (!/\/zod\/v4\/locales\/\S+ uses CommonJS dts syntax/.test(log.message)) next(level, log);
};
