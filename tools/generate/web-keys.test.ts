import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { WEB_COMMAND_IDS } from "../../packages/web/src/commands/web-commands.ts";

const SOURCES = fileURLToPath(new URL("../../packages/web/src", import.meta.url));
/** A handler of a command in an object literal. */
const HANDLED = /"([a-z]+\.[a-zA-Z]+)":/g;
/** The files that list commands without handling them. */
const LISTS = ["web-commands.ts", "web-keys.ts"];

it("names each command of the pages that some page handles, and no other", () => {
  const paths = globSync("**/*.{ts,tsx}", { cwd: SOURCES });
  const texts = paths
    .filter((path) => !LISTS.includes(basename(path)))
    .map((path) => readFileSync(`${SOURCES}/${path}`, "utf8"));
  const handled = texts.flatMap((text) => [...text.matchAll(HANDLED)].map(([, id]) => id));
  expect([...new Set(handled)].toSorted()).toEqual(WEB_COMMAND_IDS.toSorted());
});
