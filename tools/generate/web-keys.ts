import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type CommandId,
  createKeymap,
  isCommandId,
  REVIEW_COMMANDS,
} from "../../packages/review/src/index.ts";
import { WEB_KEYS } from "../../packages/web/src/settings/web-keys.ts";

export const WEB_PAGE = new URL("../../docs/web.md", import.meta.url);

const SOURCES = fileURLToPath(new URL("../../packages/web/src", import.meta.url));
/** A handler of a command in an object literal. */
const HANDLED = /"([a-zA-Z]+\.[a-zA-Z]+)"(?:\]?):/g;

/** Returns the commands that some page handles. */
function handledCommands(): Set<CommandId> {
  const texts = globSync("**/*.tsx", { cwd: SOURCES }).map((path) =>
    readFileSync(`${SOURCES}/${path}`, "utf8"),
  );
  const found = texts.flatMap((text) => [...text.matchAll(HANDLED)].map(([, id = ""]) => id));
  return new Set(found.filter((id) => isCommandId(id)));
}

/** Writes the keys of the pages as Markdown, in the order of the command table. */
export function webKeysTable(): string {
  const handled = handledCommands();
  const { specs } = createKeymap(WEB_KEYS);
  const rows = [...specs].flatMap(([id, { keys }]) => {
    const named = keys.map((key) => `\`${key.replace("|", "\\|")}\``).join(", ");
    return handled.has(id) ? [`| ${named} | ${REVIEW_COMMANDS[id].does} | \`${id}\` |`] : [];
  });
  return ["| keys | what it does | command |", "|---|---|---|", ...rows].join("\n");
}
