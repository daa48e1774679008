import { type CommandTable, commandGroups, singleCommands } from "../command/command-docs.ts";
import { ENVIRONMENT_VARIABLES } from "../runtime/environment.ts";
import { EXIT_CODES } from "../runtime/exit-codes.ts";
import { MODE_HELP } from "./modes.ts";

export type Topic = { title: string; rows: readonly (readonly [term: string, meaning: string])[] };

/** Topics whose rows come from what the program itself uses; some need more than others to be read. */
export const TOPICS: Readonly<Record<string, (commands: CommandTable) => Promise<Topic>>> = {
  "exit-codes": async () => ({
    title: "What the exit code says",
    rows: Object.values(EXIT_CODES).map(({ code, meaning }) => [String(code), meaning]),
  }),
  environment: async () => ({
    title: "What the environment changes; a flag wins over it, and it over the configuration",
    rows: ENVIRONMENT_VARIABLES,
  }),
  json: jsonTopic,
  keys: async () => ({
    title: "Keys where something is asked or shown",
    rows: [
      ["Enter, y", "yes, or the text that was typed"],
      ["n", "no: nothing is done, exit code 3"],
      ["Ctrl+C", "ends at once with 130; what the engine was asked for goes on"],
      ["q", "leaves a long text; / searches in it"],
      ["? on the board", "every key that it has"],
      ["keys.json", 'in ~/.config/countersign: keys of your own, as {"review.approve": "F"}'],
      ["themes.json", "beside it: colours of your own, see docs/terminal.md"],
    ],
  }),
  modes: async () => ({
    title: "How much a person looks at, strictest first",
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
    title: "Answers as JSON",
    rows: [
      ["--json", '{"schema":"countersign/<noun>.<verb>/1","data":...,"next":cursor or null}'],
      ["--json a,b", "only these fields of data, or of each entry of it; one: --json=a"],
      ["errors", 'on stderr: {"error":{"code","message","hint","docs","retryable"}}'],
      ["promise", "within a version of a schema, fields are only added"],
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
      "The policies that are shipped; your own replace them all: countersign config get policies",
    rows: shipped.map(({ id, description, require }) => [
      id,
      `${description} (${require.map((one) => ("reviewer" in one ? one.reviewer : one.layer)).join(", ")})`,
    ]),
  };
}
