import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { commandGroups, singleCommands } from "../command/command-docs.ts";
import type { CliCommand } from "../command/define-command.ts";
import { optionName } from "../command/options.ts";
import { ENVIRONMENT_VARIABLES } from "../runtime/environment.ts";
import { tell } from "../testing/in-process.ts";
import { COMMANDS } from "./commands.ts";

const SOURCES = fileURLToPath(new URL("..", import.meta.url));
const told = { directory: "/nowhere", env: {}, program: "/nowhere/main.mjs" };

type Row = { name: string; words: string[]; command: CliCommand };

const GROUPS = commandGroups(COMMANDS);
const ROWS: readonly Row[] = await Promise.all([
  ...singleCommands(COMMANDS).map(async ({ name, load }) => ({
    name,
    words: [name],
    command: await load(),
  })),
  ...GROUPS.flatMap((group) =>
    group.commands.map(async ({ name, load }) => ({
      name: `${group.name} ${name}`,
      words: [group.name, name],
      command: await load(),
    })),
  ),
]);

const HELP =
  /^\S.+\n(?:\S.*\n)*\nUsage: countersign .+\n\nExamples:\n {2}\$ .*countersign.+\n {2}\$ .+\n/;

/** A former name that stays for scripts, and the name that its definition has. */
const FORMER_NAMES: Readonly<Record<string, string>> = { later: "snooze" };

describe("the tree of commands", () => {
  it.each(ROWS)(
    "$name: help has a purpose, usage and two examples, on stdout alone",
    async ({ words }) => {
      const { code, out, err } = await tell([...words, "--help"], told);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toMatch(HELP);
      expect(out).not.toContain("\u001b");
    },
  );

  it.each(ROWS)("$name: a wrong option is told as JSON on stderr", async ({ words }) => {
    const { code, out, err } = await tell([...words, "--json", "--wrong-option"], told);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(JSON.parse(err)).toMatchObject({
      error: { code: "invalid_input", retryable: false, docs: "countersign help exit-codes" },
    });
  });

  it.each(ROWS)("$name: its examples are commands of the tree", ({ command }) => {
    for (const example of command.examples) {
      const after = /countersign ([a-z]+)(?: ([a-z][a-z-]*))?/.exec(example);
      const [, first = "", second = ""] = after ?? [];
      const group = GROUPS.find(({ name }) => name === first);
      const names = (group?.commands ?? singleCommands(COMMANDS)).map(({ name }) => name);
      expect(names).toContain(group === undefined ? first : second || group.fallback);
    }
  });

  it.each(ROWS)("$name: is defined under its name, and each option under its flag", (row) => {
    const name = row.words.at(-1) ?? "";
    expect(row.command.usage.split(" ")[0]).toBe(FORMER_NAMES[name] ?? name);
    for (const [key, { flags }] of Object.entries(row.command.options)) {
      expect(optionName(flags)).toBe(key);
    }
    expect(Object.keys(row.command.output)).not.toEqual([]);
  });

  it.each(GROUPS)("$name: says its commands, and that one must be named", async (group) => {
    const { code, out } = await tell([group.name, "--help"], told);
    expect(code).toBe(0);
    const shown = group.commands.filter(({ hidden }) => hidden !== true);
    for (const { name } of shown) expect(out).toContain(`  ${name}`);
  });
});

describe("what is typed wrongly", () => {
  it.each([
    [["aprove"], "unknown command `aprove`, did you mean `approve`?"],
    [["task", "lst"], "unknown command `lst`, did you mean `list`?"],
    [["inbox", "--limt", "3"], "unknown option `--limt`, did you mean `--limit`?"],
    [["help", "exitcodes"], 'Unknown help topic "exitcodes", did you mean `exit-codes`?'],
    [["completion", "bsh"], 'Unknown shell "bsh", did you mean `bash`?'],
    [["task", "mode", "x", "btch"], 'Unknown mode "btch", did you mean `batch`?'],
    [["finding", "show", "G-1"], '"G-1" is not a finding id'],
    [["--color", "blue", "version"], "option `--color <when>` argument `blue` is invalid"],
  ])("%j is answered with what was meant", async (args, message) => {
    const env = { COUNTERSIGN_TOKEN: "cs_local_x", COUNTERSIGN_SERVER: "http://127.0.0.1:1" };
    const { code, out, err } = await tell(args, { ...told, env });
    expect([2, 5]).toContain(code);
    expect(out).toBe("");
    expect(err.split("\n")[0]).toContain(`error: ${message}`);
  });
});

describe("options of every command", () => {
  it("picks fields, and one alone with an equals sign", async () => {
    for (const args of [["--json", "node,system"], ["--json=node,system"]]) {
      const { out } = await tell(["version", ...args], told);
      expect(JSON.parse(out)).toMatchObject({ schema: "countersign/version.show/1", next: null });
      expect(Object.keys(JSON.parse(out).data)).toEqual(["node", "system"]);
    }
    expect(
      Object.keys(JSON.parse((await tell(["version", "--json=node"], told)).out).data),
    ).toEqual(["node"]);
  });

  it("says which field was meant", async () => {
    for (const args of [["--json=nod"], ["--json", "nod,system"]]) {
      const { code, out, err } = await tell(["version", ...args], told);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(JSON.parse(err).error.message).toBe('Unknown field "nod", did you mean `node`?');
    }
  });

  it("prints plain lines without a header, and nothing when it shall be quiet", async () => {
    const { out } = await tell(["help", "exit-codes", "--plain"], told);
    expect(out.split("\n")[0]).toBe("0\tsuccess; gate pass or pass_with_warnings");
    expect(await tell(["version", "--quiet"], told)).toEqual({ code: 0, out: "", err: "" });
  });

  it("writes only ASCII when it shall", async () => {
    const env = { COUNTERSIGN_CONFIG: "/nowhere/ü.json" };
    const { out } = await tell(["config", "path", "--ascii", "--repo", "/nowhere"], {
      ...told,
      env,
    });
    expect(out).toBe("/nowhere/ü.json\n");
  });

  it("says more about a failure only when asked to", async () => {
    const short = await tell(["help", "nothing"], told);
    const long = await tell(["help", "nothing", "--verbose"], told);
    expect(short.err).not.toContain("help.ts");
    expect(long.err).toContain("help.ts");
  });
});

describe("help environment", () => {
  it("lists every variable that the sources read", () => {
    const listed = new Set(ENVIRONMENT_VARIABLES.flatMap(([names]) => names.split(", ")));
    const read = new Set<string>();
    for (const file of readdirSync(SOURCES, { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts") || /test|testing/.test(file)) continue;
      const text = readFileSync(`${SOURCES}/${file}`, "utf8");
      for (const [, name = ""] of text.matchAll(/\benv\.([A-Z][A-Z_]+)/g)) read.add(name);
      for (const [, name = ""] of text.matchAll(/\b([A-Z]+_URL):/g)) read.add(name);
    }
    const FORMER = ["DATABASE_URL", "INK_SCREEN_READER"]; // read to say what they are called now
    const GIT_HOOK = ["OBJECT_DIRECTORY", "QUARANTINE_PATH", "ALTERNATE_OBJECT_DIRECTORIES"];
    const ofGit = GIT_HOOK.map((name) => `GIT_${name}`); // git gives them to its hooks
    const IGNORED = new Set(["PWD", "PATH", "HOME", ...FORMER, ...ofGit]);
    expect([...read].filter((name) => !listed.has(name) && !IGNORED.has(name))).toEqual([]);
    expect(read.size).toBeGreaterThan(5);
  });
});
