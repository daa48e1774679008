import { readFileSync, writeFileSync } from "node:fs";
import { featuresTable } from "../meta/features/features.ts";
import { FOLDER_ORDER, importName, PACKAGES } from "../meta/walls/walls.ts";
import { WEB_PAGE, webKeysTable } from "./web-keys.ts";

export const ARCHITECTURE = new URL("../../ARCHITECTURE.md", import.meta.url);

/** Writes the import rules of the packages as Markdown. */
export function wallsTable(): string {
  const rows = Object.entries(PACKAGES).map(([name, allowed]) => {
    const names = allowed.map((other) => `\`${other}\``).join(", ");
    return `| \`${name}\` | \`${importName(name)}\` | ${names || "nothing of ours"} |`;
  });
  return [
    "| package | is imported as | may import |",
    "|---|---|---|",
    ...rows,
    "",
    "Inside these packages a folder may import only those before it:",
    "",
    ...Object.entries(FOLDER_ORDER).map(([name, order]) => `- \`${name}\`: ${orderText(order)}`),
    "",
    "The folders in `tui/panels` do not import each other, nor do the adapters.",
  ].join("\n");
}

function orderText(folders: readonly string[]): string {
  return folders.map((folder) => `\`${folder}\``).join(" → ");
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
export function fillBlock(markdown: string, name: string, text: string): string {
  const [before, rest] = markdown.split(`<!-- ${name} -->`);
  const after = rest?.split(`<!-- /${name} -->`)[1];
  if (after === undefined) throw new Error(`There is no block ${name}`);
  return `${before}<!-- ${name} -->\n${text}\n<!-- /${name} -->${after}`;
}

if (import.meta.main) {
  const current = readFileSync(ARCHITECTURE, "utf8");
  const walls = fillBlock(current, "walls", wallsTable());
  writeFileSync(ARCHITECTURE, fillBlock(walls, "features", featuresTable()));
  writeFileSync(WEB_PAGE, fillBlock(readFileSync(WEB_PAGE, "utf8"), "keys", webKeysTable()));
}
