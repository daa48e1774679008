import { WEB_COMMAND_IDS, WEB_COMMANDS } from "../../packages/web/src/commands/web-commands.ts";
import { createWebKeymap } from "../../packages/web/src/settings/web-keys.ts";

export const WEB_PAGE = new URL("../../docs/web.md", import.meta.url);

/** Writes the keys of the pages as Markdown. */
export function webKeysTable(): string {
  const { specs } = createWebKeymap({});
  const rows = WEB_COMMAND_IDS.map((id) => {
    const { name, where } = WEB_COMMANDS[id];
    const keys = (specs.get(id)?.keys ?? []).map((key) => `\`${key.replace("|", "\\|")}\``);
    return `| ${keys.join(", ")} | ${where} | ${name} | \`${id}\` |`;
  });
  return ["| keys | where | what it does | command |", "|---|---|---|---|", ...rows].join("\n");
}
