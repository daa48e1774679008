import { type Plant, WALL } from "./plant.ts";

const UNDECLARED = "noUndeclaredDependencies";
const INLINE = "write an import statement, so that the walls can see it";
const DYNAMIC = "core is pure: import at the top, by a plain path";

/** Imports that a wall must report. */
export const FORBIDDEN_IMPORTS: readonly Plant[] = [
  // core: each folder imports only those before it, by whatever path and in whatever form
  plant("core/src/kernel/folder", uses("../decision/decide.ts"), WALL),
  plant("core/src/kernel/last-folder", uses("../task/state.ts"), WALL),
  plant("core/src/feedback/next-folder", uses("../task/state.ts"), WALL),
  plant("core/src/kernel/nested-target", uses("../plan/rules/match.ts"), WALL),
  plant("core/src/kernel/deep/nested-source", uses("../../plan/compose.ts"), WALL),
  plant("core/src/kernel/dot-slash", uses("./../decision/decide.ts"), WALL),
  plant("core/src/kernel/two-dot-slashes", uses("././../decision/decide.ts"), WALL),
  plant("core/src/kernel/down-and-up", uses("./deep/../../decision/decide.ts"), WALL),
  plant("core/src/kernel/dot-between", uses(".././decision/decide.ts"), WALL),
  plant("core/src/kernel/around-src", uses("../../src/decision/decide.ts"), WALL),
  plant("core/src/kernel/barrel", uses("../index.ts"), WALL),
  plant("core/src/kernel/own-name", uses("@countersign/core"), WALL),
  plant("core/src/kernel/type-only", usesType("../decision/decide.ts"), WALL),
  plant("core/src/kernel/export-from", `export { x } from "../decision/decide.ts";`, WALL),
  plant(
    "core/src/kernel/export-all",
    `export * from "../decision/decide.ts";`,
    WALL,
    "noReExportAll",
  ),
  plant("core/src/kernel/side-effect", `import "../decision/decide.ts";`, WALL),
  plant("core/src/kernel/dynamic", usesDynamically("../decision/decide.ts"), WALL, DYNAMIC),
  plant(
    "core/src/kernel/dynamic-by-variable",
    "export const y = (path: string) => import(path);",
    DYNAMIC,
  ),
  plant("core/src/kernel/inline-type", usesInline("../decision/decide.ts"), INLINE),
  plant("core/src/kernel/forward.test", uses("../decision/decide.ts"), WALL),

  // core: nothing of ours, nothing of Node, no library that package.json does not name
  ...["api", "engine", "adapters", "server", "mcp", "review", "tui", "web"].map((name) =>
    plant(`core/src/kernel/to-${name}`, uses(`@countersign/${name}`), WALL, UNDECLARED),
  ),
  plant("core/src/kernel/to-cli", uses("countersign"), WALL, UNDECLARED),
  plant("core/src/kernel/relative-package", uses("../../../engine/src/index.ts"), WALL),
  plant("core/src/kernel/node-fs", uses("node:fs"), WALL),
  plant("core/src/kernel/node-fs-promises", uses("node:fs/promises"), WALL),
  plant("core/src/kernel/bare-fs", uses("fs"), "useNodejsImportProtocol"),
  plant("core/src/kernel/undeclared", uses("some-library"), UNDECLARED),
  plant("core/src/top-level", uses("node:fs"), WALL),

  // the other packages
  plant("api/src/to-engine", uses("@countersign/engine"), WALL, UNDECLARED),
  plant("engine/src/to-adapters", uses("@countersign/adapters"), WALL, UNDECLARED),
  plant("engine/src/commands/inline-type", usesInline("@countersign/server"), INLINE),
  plant("adapters/src/to-server", uses("@countersign/server"), WALL, UNDECLARED),
  plant("server/src/to-adapters", uses("@countersign/adapters"), WALL, UNDECLARED),
  plant("mcp/src/to-engine", uses("@countersign/engine"), WALL, UNDECLARED),
  plant("review/src/to-core", uses("@countersign/core"), WALL, UNDECLARED),
  plant("review/src/to-tui", uses("@countersign/tui"), WALL, UNDECLARED),
  plant("review/src/node-crypto", uses("node:crypto"), WALL),
  plant("tui/src/to-core", uses("@countersign/core"), WALL, UNDECLARED),
  plant("tui/src/to-engine", uses("@countersign/engine"), WALL, UNDECLARED),
  plant("tui/src/to-pg", uses("pg"), UNDECLARED),
  plant("tui/src/deep", uses("@countersign/api/src/contract.ts"), WALL),
  plant("web/src/to-core", uses("@countersign/core"), WALL, UNDECLARED),
  plant("cli/src/to-web", uses("@countersign/web"), WALL, UNDECLARED),
  plant("server/src/to-cli", uses("countersign"), WALL, UNDECLARED),
  plant("server/src/to-cli-deep", uses("countersign/src/main.ts"), WALL, UNDECLARED),

  // adapters are strangers; one folder knows the durable engine
  plant("adapters/src/github/to-beads", uses("../beads/client.ts"), WALL),
  plant("adapters/src/notify/to-process", uses("../process/run.ts"), WALL),
  plant("adapters/src/claude/deep/to-git", uses("../../git/mirror.ts"), WALL),
  plant("adapters/src/claude/barrel", uses("../index.ts"), WALL),
  plant("engine/src/commands/durable", uses("graphile-worker"), WALL),
  plant("engine/src/store/durable", uses("graphile-worker"), WALL),
  plant("engine/src/durable/to-adapters", uses("@countersign/adapters"), WALL, UNDECLARED),

  plant("core/src/plan/chicken", uses("./egg.ts"), "noImportCycles"),
  plant("core/src/plan/egg", uses("./chicken.ts"), "noImportCycles"),
];

/** Similar imports that are allowed. */
export const ALLOWED_IMPORTS: readonly Plant[] = [
  plant("core/src/decision/back", uses("../kernel/errors.ts")),
  plant("core/src/task/back-to-first", uses("../kernel/errors.ts")),
  plant("core/src/kernel/same-folder", uses("./errors.ts")),
  plant("core/src/kernel/same-name-below", uses("./decision/decide.ts")),
  plant("core/src/kernel/declared", uses("zod")),
  plant("core/src/kernel/with-vitest.test", uses("vitest")),
  plant("core/src/public", `export { x } from "./task/state.ts";`),
  plant("engine/src/durable/queue", uses("graphile-worker")),
  plant("engine/src/store/node", uses("node:fs/promises")),
  plant("review/src/to-api", uses("@countersign/api")),
  plant("tui/src/to-api", uses("@countersign/api")),
  plant("tui/src/to-review", uses("@countersign/review")),
  plant("adapters/src/github/own", uses("./client.ts")),
  plant("adapters/src/github/deep/own", uses("../client.ts")),
];

function plant(path: string, text: string, ...caughtBy: string[]): Plant {
  return { file: `packages/${path}.ts`, text, caughtBy };
}

function uses(source: string): string {
  return `import { x } from "${source}";\nexport const y = x;\n`;
}

function usesType(source: string): string {
  return `import type { X } from "${source}";\nexport type Y = X;\n`;
}

function usesDynamically(source: string): string {
  return `export const y = () => import("${source}");\n`;
}

function usesInline(source: string): string {
  return `export type Y = import("${source}").X;\n`;
}
