import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { tell } from "../../testing/in-process.ts";
import type { GateReport } from "../gate-report.ts";

type Ended = { code: number; out: string; err: string };

/** A repository with one commit on main, and the program to judge it; gone when the test is over. */
export type GateLab = {
  folder: string;
  repository: string;
  env: Readonly<Record<string, string>>;
  git(...args: string[]): string;
  write(path: string, text: string): void;
  commit(message?: string): void;
  run(...args: string[]): Promise<Ended>;
  /** The report of a run, and its exit code. */
  gate(...args: string[]): Promise<GateReport & { code: number }>;
  /** What runs have left in the directory for temporary files. */
  leftBehind(): string[];
};

const WHO = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];

/** `config`: what is in countersign.json of the first commit; left out: there is none. */
export function openGateLab(config?: object): GateLab {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "gate-lab-")));
  const repository = join(folder, "shop");
  const temporary = join(folder, "tmp");
  for (const path of [repository, temporary]) mkdirSync(path);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  });
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    TMPDIR: temporary,
    XDG_CACHE_HOME: join(folder, "cache"),
    GIT_CONFIG_GLOBAL: "/dev/null",
  };
  const git = (...args: string[]) =>
    execFileSync("git", [...WHO, ...args], {
      cwd: repository,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    })
      .toString()
      .trim();
  const run = (...args: string[]) =>
    tell(args, { directory: repository, env, program: "countersign" });
  const lab: GateLab = {
    folder,
    repository,
    env,
    git,
    write(path, text) {
      mkdirSync(dirname(join(repository, path)), { recursive: true });
      writeFileSync(join(repository, path), text);
    },
    commit(message = "Change") {
      git("add", "--all");
      git("commit", "--quiet", "--allow-empty", "--message", message);
    },
    run,
    async gate(...args) {
      const { code, out, err } = await run("gate", ...args, "--format", "json");
      if (out === "") throw new Error(err);
      return { ...JSON.parse(out).data, code };
    },
    leftBehind: () => readdirSync(temporary).filter((name) => name.startsWith("countersign-")),
  };
  git("init", "--quiet", "--initial-branch=main");
  lab.write("a.js", "export const add = (a, b) => a + b;\n");
  lab.write("a.test.js", TESTS);
  if (config !== undefined)
    lab.write("countersign.json", JSON.stringify({ version: 1, ...config }));
  lab.commit("First");
  return lab;
}

/** Two tests, to be weakened. */
const TESTS = `test("adds", () => {
  expect(add(1, 2)).toBe(3);
});
test("multiplies", () => {
  expect(multiply(1, 2)).toBe(2);
});
`;
