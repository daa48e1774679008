import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isTest } from "../walls/find-violations.ts";

/**
 * A feature, the identifiers that locate its code, and the folders that contain only it or its
 * kind.
 */
type Feature = { name: string; identifiers: RegExp; homes: readonly string[] };

export const FEATURES: readonly Feature[] = [
  {
    name: "submit work",
    identifiers: /\bsubmitWork\b/,
    homes: ["core/task/commands/work", "engine/commands/submit", "cli/commands/task", "mcp/tools"],
  },
  {
    name: "retry a reviewer",
    identifiers: /\bretry_reviewer\b|\bretryReviewer\b/,
    homes: ["core/task/commands/review", "cli/commands/review", "tui/panels/reviewers"],
  },
  {
    name: "change the mode of a task",
    identifiers: /\bchange_mode\b|\bchangeMode\b/,
    homes: ["core/task/commands/review", "cli/commands/task", "mcp/tools"],
  },
  { name: "sprint panel", identifiers: /\bsprintPanel\b/, homes: ["tui/panels/sprint"] },
  {
    name: "start a sprint",
    identifiers: /\bstartSprint\b/,
    homes: ["core/sprint", "engine/commands", "cli/commands/sprint", "tui/panels/sprint"],
  },
  {
    name: "rotate the seal key",
    identifiers: /\brotateSealKey\b|\brotate_seal_key\b/,
    homes: ["engine/audit", "cli/commands/audit"],
  },
];

/** Maximum number of files that a change of one feature may touch. */
export const MAX_FILES = 12;

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Lists the source files that name a feature, as `package/path` without `src/`. Leaves out package
 * indexes, which only re-export.
 */
export function featureFiles({ identifiers }: Feature): string[] {
  return globSync("packages/*/src/**/*.ts", { cwd: ROOT })
    .filter((path) => !isTest(path) && !path.includes("/tour/") && !path.endsWith("/index.ts"))
    .filter((path) => identifiers.test(readFileSync(`${ROOT}/${path}`, "utf8")))
    .map((path) => path.replace(/^packages\/([^/]+)\/src\//, "$1/"))
    .sort();
}

/** Writes the features with their own folders and the other files that name them, as Markdown. */
export function featuresTable(): string {
  const rows = FEATURES.map((feature) => {
    const files = featureFiles(feature);
    const others = files.filter((file) => !feature.homes.some((home) => file.startsWith(home)));
    const homes = feature.homes.map(code).join(", ");
    return `| ${feature.name} | ${homes} | ${others.map(code).join(", ")} | ${files.length} |`;
  });
  return [
    "| feature | its folders | other files that name it | files |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}
