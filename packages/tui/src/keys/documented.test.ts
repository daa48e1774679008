import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { REVIEW_COMMANDS } from "@countersign/review";
import { expect, it } from "vitest";

const PAGE = fileURLToPath(new URL("../../../../docs/terminal.md", import.meta.url));

it.each(Object.entries(REVIEW_COMMANDS))(
  "%s is on the page about the terminal, with its keys",
  (id, { keys }) => {
    const row = readFileSync(PAGE, "utf8")
      .split("\n")
      .find((line) => line.endsWith(`| \`${id}\` |`));
    for (const key of keys) expect(row).toContain(`\`${key.replace("|", "\\|")}\``);
  },
);
