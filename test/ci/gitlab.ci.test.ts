import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { stringify } from "yaml";
import { codeQualityProblems } from "../../packages/cli/src/gate/testing/code-quality-problems.ts";
import { ciFile } from "../../packages/cli/src/init/repository/ci-files.ts";
import { LEAK, openScratchRepository, type ScratchRepository } from "./scratch-repository.ts";

const PROGRAM = join(import.meta.dirname, "node_modules", ".bin", "gitlab-ci-local");
const TEMPLATES = fileURLToPath(new URL("../../templates", import.meta.url));
const REPORT = "gl-code-quality-report.json";

let scratch: ScratchRepository;
beforeAll(async () => {
  scratch = await openScratchRepository();
  await scratch.git("remote", "add", "origin", "git@gitlab.example.com:shop/shop.git");
});
afterAll(async () => {
  await scratch.remove();
});

/** Runs the job on this machine, with the variables of a merge request's pipeline. */
async function runJob(base: string, variables: Record<string, string> = {}) {
  await rm(join(scratch.root, REPORT), { force: true });
  const given = {
    ...{ CI_PIPELINE_SOURCE: "merge_request_event", CI_MERGE_REQUEST_DIFF_BASE_SHA: base },
    ...variables,
  };
  const args = Object.entries(given).flatMap(([name, value]) => ["--variable", `${name}=${value}`]);
  const ended = await scratch.run(PROGRAM, [
    ...["--force-shell-executor", "--ignore-predefined-vars", "CI_PIPELINE_SOURCE"],
    ...[...args, "countersign-gate"],
  ]);
  return { ...ended, report: await readFile(join(scratch.root, REPORT), "utf8") };
}

describe("the job for GitLab", () => {
  it("that init writes leaves a valid Code Quality report, and fails for a leaked key", async () => {
    const { edit } = ciFile(scratch.root, "gitlab");
    const lines = edit.kind === "block" ? edit.block.lines : [];
    await scratch.write(".gitlab-ci.yml", `${lines.join("\n")}\n`);
    const base = await scratch.commit("Add the pipeline");
    await scratch.write("leak.js", LEAK);
    await scratch.commit("Add a key");
    const version = { COUNTERSIGN_VERSION: `file:${inject("tarball")}` };
    const { code, out, err, report } = await runJob(base, version);

    expect(code, out + err).toBe(1);
    expect(out + err).toContain("FAIL 10");
    expect(codeQualityProblems(report)).toEqual([]);
    const location = { path: "leak.js", lines: { begin: 1 } };
    expect(JSON.parse(report)).toContainEqual(
      expect.objectContaining({ severity: "critical", location }),
    );
    expect(report).not.toContain(/"(AKIA\w+)"/.exec(LEAK)?.[1]);
  });

  it("of the component passes what is sound, with its inputs", async () => {
    await cp(TEMPLATES, join(scratch.root, "templates"), { recursive: true });
    const inputs = { "fail-on": "warning", version: `file:${inject("tarball")}` };
    const include = [{ local: "templates/gate.yml", inputs }];
    await scratch.write(".gitlab-ci.yml", stringify({ include }));
    await scratch.write(".gitignore", ".gitlab-ci-local\n");
    const base = await scratch.commit("Use the component");
    await scratch.write("b.js", "export const b = 2;\n");
    await scratch.commit("Add b");
    const { code, out, err, report } = await runJob(base);

    expect(code, out + err).toBe(0);
    expect(out).toContain("gate: pass");
    expect(JSON.parse(report)).toEqual([]);
  });
});
