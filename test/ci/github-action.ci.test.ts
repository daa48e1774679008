import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sarifProblems } from "../../packages/cli/src/gate/testing/sarif-problems.ts";
import { type ActionContext, evaluate, fillIn, readAction } from "./action-steps.ts";
import { LEAK, openScratchRepository, type ScratchRepository } from "./scratch-repository.ts";

const ACTION = fileURLToPath(new URL("../..", import.meta.url));
const EVIL = '$(touch pwned)`touch pwned`"; touch pwned; #';

const action = await readAction();
let scratch: ScratchRepository;
let temp = "";

/** Runs the steps of the action, as a runner does, and returns what they left. */
async function runAction(github: Partial<ActionContext["github"]>, inputs = {}) {
  const context: ActionContext = {
    inputs: { ...action.inputs, version: `file:${inject("tarball")}`, ...inputs },
    github: { base_ref: "", event: {}, action_path: ACTION, ...github },
    runner: { temp },
    steps: { gate: { outputs: {} } },
  };
  const files = { GITHUB_OUTPUT: join(temp, "output"), GITHUB_STEP_SUMMARY: join(temp, "summary") };
  for (const file of Object.values(files)) await writeFile(file, "");
  const event = join(temp, "event.json");
  await writeFile(event, JSON.stringify(context.github.event));
  let [code, log] = [0, ""];
  for (const step of action.steps.filter(({ run }) => run !== undefined)) {
    const given = Object.entries(step.env ?? {}).map(([name, value]) => [
      name,
      fillIn(value, context),
    ]);
    const runner = {
      ...files,
      GITHUB_ACTIONS: "true",
      GITHUB_EVENT_PATH: event,
      RUNNER_TEMP: temp,
    };
    const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run ?? ""];
    const ended = await scratch.run("bash", args, { ...runner, ...Object.fromEntries(given) });
    log += ended.out + ended.err;
    code ||= ended.code;
  }
  const output = await readFile(files.GITHUB_OUTPUT, "utf8");
  const [, sarif = ""] = /^sarif=(.+)$/m.exec(output) ?? [];
  const upload = action.steps.find(({ uses }) => uses?.includes("upload-sarif"));
  const after = { ...context, steps: { gate: { outputs: { sarif } } } };
  return {
    ...{ code, log, sarif, uploads: Boolean(evaluate(upload?.if ?? "", after)) },
    summary: await readFile(files.GITHUB_STEP_SUMMARY, "utf8"),
  };
}

beforeAll(async () => {
  scratch = await openScratchRepository();
  temp = join(scratch.folder, "runner");
  await mkdir(temp);
});
afterAll(async () => {
  await scratch.remove();
});

describe("the action", () => {
  it("finds what a pull request adds, in the log, the summary and SARIF, and fails", async () => {
    await scratch.git("update-ref", "refs/remotes/origin/main", "main");
    await scratch.git("switch", "--quiet", "-c", "agent/work");
    await scratch.write("leak.js", LEAK);
    await scratch.commit("Add a key");
    const pullRequest = { title: EVIL, head: { repo: { fork: false } } };
    const { code, log, sarif, summary, uploads } = await runAction({
      ...{ base_ref: "main", event: { pull_request: pullRequest } },
    });

    expect(code, log).toBe(10);
    expect(log).toMatch(/^::error file=leak\.js,line=1/m);
    expect(log).toMatch(/^gate: fail/m);
    expect(summary).toMatch(/^### countersign: fail$/m);
    expect(summary).toContain("`leak.js:1`");
    expect(sarifProblems(await readFile(sarif, "utf8"))).toEqual([]);
    expect(uploads).toBe(true);
  });

  it("gives a fork's pull request the same result, and uploads nothing with its token", async () => {
    const pullRequest = { title: EVIL, head: { repo: { fork: true } } };
    const ended = await runAction({ base_ref: "main", event: { pull_request: pullRequest } });

    expect(ended).toMatchObject({ code: 10, uploads: false });
    expect(ended.summary).toMatch(/^### countersign: fail$/m);
  });

  it("compares a merge group with its base commit, and passes what is sound", async () => {
    const base = await scratch.git("rev-parse", "HEAD"); // the key is in the base of this group
    await scratch.write("b.js", "export const b = 2;\n");
    await scratch.commit("Add b");
    const ended = await runAction({ event: { merge_group: { base_sha: base } } });

    expect(ended.code, ended.log).toBe(0);
    expect(ended.summary).toMatch(/^### countersign: pass$/m);
    expect(ended.uploads).toBe(true);
  });

  it("runs nothing that is written in a branch name or a title", async () => {
    const branch = ["main", "(touch", "{IFS}pwned)`touch", "{IFS}pwned`"].join("$");
    await scratch.git("update-ref", `refs/remotes/origin/${branch}`, "HEAD~1");
    const event = { pull_request: { title: EVIL, head: { repo: { fork: false } } } };
    const ended = await runAction({ base_ref: branch, event }, { "fail-on": "warning" });

    expect(ended.code, ended.log).toBe(0);
    expect(await readdir(scratch.root)).not.toContain("pwned");
  });

  it("says in the summary that there is no result, if the gate cannot run", async () => {
    const ended = await runAction({ base_ref: "no-such-branch" });

    expect(ended.code).toBeGreaterThan(0);
    expect(ended.summary).toContain("### countersign: no result");
    expect(ended.uploads).toBe(false);
  });
});
