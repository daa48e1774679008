import { type CommandTable, commandGroups, singleCommands } from "../command/command-docs.ts";
import { ENVIRONMENT_VARIABLES } from "../runtime/environment.ts";
import { EXIT_CODES } from "../runtime/exit-codes.ts";
import { MODE_HELP } from "./modes.ts";

export type Topic = { title: string; rows: readonly (readonly [term: string, meaning: string])[] };

/** Topics whose rows come from what the program itself uses; some need more than others to be read. */
export const TOPICS: Readonly<Record<string, (commands: CommandTable) => Promise<Topic>>> = {
  "exit-codes": async () => ({
    title: "Exit codes",
    rows: Object.values(EXIT_CODES).map(({ code, meaning }) => [String(code), meaning]),
  }),
  environment: async () => ({
    title: "Environment variables; options override them, and they override the configuration",
    rows: ENVIRONMENT_VARIABLES,
  }),
  json: jsonTopic,
  keys: async () => ({
    title: "Keys in prompts, the pager and the board",
    rows: [
      ["Enter, y", "yes, or accept the typed text"],
      ["n", "no: cancel with exit code 3"],
      ["Ctrl+C", "exit with 130; the engine finishes work that was requested"],
      ["q", "quit the pager; / searches"],
      ["? on the board", "list all keys"],
      ["keys.json", 'your key bindings in ~/.config/countersign, such as {"review.approve": "F"}'],
      ["themes.json", "your colours in ~/.config/countersign; see docs/terminal.md"],
    ],
  }),
  modes: async () => ({
    title: "Review modes, strictest first",
    rows: Object.entries(MODE_HELP),
  }),
  policies: policiesTopic,
};

/** Loads every command, for the names of their outputs. */
async function jsonTopic(commands: CommandTable): Promise<Topic> {
  const entries = [
    ...singleCommands(commands),
    ...commandGroups(commands).flatMap((group) => group.commands),
  ];
  const docs = await Promise.all(entries.map(({ load }) => load()));
  const names = new Set(["dryrun.show", ...docs.flatMap(({ output }) => Object.keys(output))]);
  return {
    title: "JSON output",
    rows: [
      ["--json", '{"schema":"countersign/<noun>.<verb>/1","data":...,"next":cursor or null}'],
      [
        "--json a,b",
        "only these fields of data, or of each of its entries; for one field: --json=a",
      ],
      ["errors", 'on stderr: {"error":{"code","message","hint","docs","retryable"}}'],
      ["versions", "within a version of a schema, fields are only added"],
      ["schemas", [...names].toSorted().join(" ")],
    ],
  };
}

async function policiesTopic(): Promise<Topic> {
  const { loadPolicy } = await import("@countersign/core");
  const loaded = loadPolicy({ version: 1 });
  const shipped = loaded.ok ? loaded.policy.policies : [];
  return {
    title:
      "Built-in policies; your own policies replace all of them: countersign config get policies",
    rows: shipped.map(({ id, description, require }) => [
      id,
      `${description} (${require.map((one) => ("reviewer" in one ? one.reviewer : one.layer)).join(", ")})`,
    ]),
  };
}
