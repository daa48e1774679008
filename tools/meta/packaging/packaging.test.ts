import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import {
  type CommandEntry,
  commandGroups,
  singleCommands,
} from "../../../packages/cli/src/command/command-docs.ts";
import { longFlag } from "../../../packages/cli/src/command/options.ts";
import { COMMANDS } from "../../../packages/cli/src/command-table/commands.ts";
import { ciFile } from "../../../packages/cli/src/init/repository/ci-files.ts";
import { ENVIRONMENT_VARIABLES } from "../../../packages/cli/src/runtime/environment.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const GLOBAL_FLAGS = ["--plain", "--json", "--version"];

function text(file: string): string {
  return readFileSync(`${ROOT}/${file}`, "utf8");
}

const json = (file: string) => JSON.parse(text(file));
const manifest = json("packages/cli/package.json");
const action = parse(text("action.yml"));
const [componentHead, componentJob] = parseAllDocuments(text("templates/gate.yml"));
const component = componentJob?.toJS()["countersign-gate"];
const server = json("server.json");
const hooks = json("packaging/claude-plugin/hooks/hooks.json");
const tools = json("packaging/claude-plugin/.mcp.json").mcpServers.countersign;
const workflows = ["ci", "release"].map((name) => parse(text(`.github/workflows/${name}.yml`)));

/** Every call of the program in the packaging files, as words after `countersign`. */
function calls(): string[][] {
  const typed = [
    ...parse(text(".pre-commit-hooks.yaml")).map(({ entry }: { entry: string }) => entry),
    ...Object.values<{ hooks: { command: string }[] }[]>(hooks.hooks).flatMap((groups) =>
      groups.flatMap((group) => group.hooks.map(({ command }) => command)),
    ),
    ...[...text("packaging/try-install.sh").matchAll(/^countersign .+$/gm)].map(([line]) => line),
    ...[...text("packaging/github-action.sh").matchAll(/^"\$COUNTERSIGN" (.+) \|\|/gm)].map(
      ([, words]) => `countersign ${words}`,
    ),
    ...component.script.filter((line: string) => line.startsWith("countersign ")),
    JSON.parse(/^CMD (.+)$/m.exec(text("Dockerfile"))?.[1] ?? "[]").join(" "),
    [tools.command, ...tools.args].join(" "),
    `countersign ${server.packages[0].packageArguments[0].value}`,
  ];
  return typed.map((line) => {
    const [program, ...words] = line.trim().split(/\s+/);
    expect(program).toBe("countersign");
    return words;
  });
}

type WorkflowStep = { uses?: string; run?: string };

function steps(job: { steps: WorkflowStep[] }): WorkflowStep[] {
  return job.steps;
}

/** The command that the words name; undefined if there is none. */
function commandOf([first = "", second = ""]: readonly string[]): CommandEntry | undefined {
  const named = (entries: readonly CommandEntry[], wanted: string) =>
    entries.find(({ name }) => name === wanted);
  const group = commandGroups(COMMANDS).find(({ name }) => name === first);
  if (group === undefined) return named(singleCommands(COMMANDS), first);
  return named(group.commands, second) ?? named(group.commands, group.fallback ?? "");
}

describe("the packaging files", () => {
  it("have the version of the package", () => {
    const { version } = manifest;
    expect(action.inputs.version.default).toBe(version);
    expect(componentHead?.toJS().spec.inputs.version.default).toBe(version);
    expect(text("Dockerfile")).toContain(`\nARG VERSION=${version}\n`);
    expect([server.version, server.packages[0].version]).toEqual([version, version]);
    expect(json("packaging/claude-plugin/.claude-plugin/plugin.json").version).toBe(version);
    expect(text("packaging/homebrew/countersign.rb")).toContain(`/countersign-${version}.tgz"`);
    expect(text("CHANGELOG.md")).toContain(`\n## ${version}\n`);
  });

  it("name one package and one repository", () => {
    const { name, mcpName, repository, bugs, homepage } = manifest;
    const address = repository.url.replace(/^git\+(.+)\.git$/, "$1");
    expect(server).toMatchObject({ name: mcpName, repository: { url: address } });
    expect(server.packages[0]).toMatchObject({ identifier: name, registryType: "npm" });
    expect([bugs, homepage]).toEqual([`${address}/issues`, `${address}#readme`]);
    expect(text("packaging/homebrew/countersign.rb")).toContain(`homepage "${address}"`);
    expect(manifest.os).toEqual(["linux", "darwin"]);
  });

  it("call commands and options that there are", async () => {
    expect(calls().length).toBeGreaterThanOrEqual(14);
    for (const words of calls()) {
      const spec = await commandOf(words)?.load();
      const known = Object.values(spec?.options ?? {}).map(({ flags }) => longFlag(flags));
      const flags = words.filter((word) => word.startsWith("--"));
      const isVersion = words.join() === "--version";
      expect({ words, isKnown: isVersion || spec !== undefined }).toEqual({ words, isKnown: true });
      expect([...known, ...GLOBAL_FLAGS]).toEqual(expect.arrayContaining(flags));
    }
  }, 180_000); // loads every command

  it("hold the job that init writes for GitLab", () => {
    const { inputs } = componentHead?.toJS().spec ?? {};
    const filled = JSON.stringify(component).replaceAll(
      /\$\[\[ inputs\.([a-z-]+) \]\]/g,
      (_, name: string) => inputs[name].default,
    );
    const { edit } = ciFile("/", "gitlab");
    const lines = edit.kind === "block" ? edit.block.lines : [];
    expect(parse(lines.join("\n"))["countersign-gate"]).toEqual(JSON.parse(filled));
  });

  it("offer the folders of plugins that there are", () => {
    for (const { name, source } of json(".claude-plugin/marketplace.json").plugins)
      expect(json(`${source}/.claude-plugin/plugin.json`).name).toBe(name);
  });

  it("give the engine only variables that it reads", () => {
    const { engine } = parse(text("compose.yaml")).services;
    const listed = ENVIRONMENT_VARIABLES.map(([name]) => name);
    const given = [...Object.keys(engine.environment), "COUNTERSIGN_DATA"];
    expect(text("Dockerfile")).toContain("ENV COUNTERSIGN_DATA=");
    expect(listed).toEqual(expect.arrayContaining(given));
  });
});

describe("the workflows", () => {
  it("name a version of every action and grant only what a job needs", () => {
    const jobs = workflows.flatMap((workflow) => {
      expect(workflow.permissions).toEqual({ contents: "read" });
      return Object.values<{ steps: WorkflowStep[] }>(workflow.jobs);
    });
    const used = [action.runs, ...jobs].flatMap(steps).flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(10);
    for (const uses of used) expect(uses).toMatch(/^(?:actions|github)\/[a-z/-]+@v\d+$/);
  });

  it("publish with provenance, and only what passed the checks", () => {
    const { publish } = workflows[1].jobs;
    const run = steps(publish).flatMap(({ run: line }) => line ?? []);
    expect(publish.permissions).toEqual({ contents: "read", "id-token": "write" });
    expect(run.indexOf("npm run check")).toBeLessThan(
      run.findIndex((line) => /^npm publish .*--provenance/.test(line)),
    );
    expect(run).toContain("npm run check");
  });

  it("try the supported versions of Node, all installers and all platforms", () => {
    const { matrix } = workflows[0].jobs.install.strategy;
    expect(matrix.node).toEqual([22, 24, 26]);
    expect(manifest.engines.node).toBe(">=22.18");
    expect(matrix.installer).toEqual(["npm@11", "npm@12", "pnpm@12", "npx"]);
    expect(matrix.os).toEqual(["ubuntu-22.04", "ubuntu-24.04", "ubuntu-24.04-arm", "macos-15"]);
    expect(workflows[0].jobs.debian.container).toMatch(/^debian:/);
  });
});
