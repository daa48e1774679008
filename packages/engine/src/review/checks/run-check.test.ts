import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ReadReport, ReportFinding, ReportReader } from "../../ports/report-reader.ts";
import { loadTestPolicy } from "../../testing/load-test-policy.ts";
import type { CheckResult } from "./findings/check-result.ts";
import { type CheckDeps, type CheckRequest, runCheck } from "./run-check.ts";
import { createPlainProcesses, type PlainProcesses } from "./testing/plain-processes.ts";
import { openPlainRepository, type PlainRepository } from "./testing/plain-repository.ts";

let repository: PlainRepository;
let scratch = "";
let processes: PlainProcesses;
let mayRunUnsandboxed: CheckDeps["mayRunUnsandboxed"];

/** Answers with `report` and remembers what it was asked to read. */
let report: ReadReport = { ok: false, reason: "nothing" };
const read: unknown[][] = [];
const reports: ReportReader = {
  read(...asked) {
    read.push(asked);
    return report;
  },
};

beforeAll(async () => {
  repository = await openPlainRepository();
});
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "check scratch-"));
  processes = createPlainProcesses();
  mayRunUnsandboxed = undefined;
  read.length = 0;
  return () => rm(scratch, { recursive: true, force: true });
});
afterAll(async () => {
  await repository.remove();
});

type Asked = {
  files?: Parameters<PlainRepository["commit"]>[0];
  check?: object;
  prepare?: object;
  signal?: AbortSignal;
};

async function check(
  run: string,
  { files = {}, signal, ...asked }: Asked = {},
): Promise<CheckResult> {
  const { tree } = await repository.commit(files);
  const policy = loadTestPolicy({
    checks: [{ id: "test", run, ...asked.check }],
    prepare: { run: null, ...asked.prepare },
  });
  const [entry] = policy.checks;
  if (entry === undefined) throw new Error("no check");
  const request: CheckRequest = {
    repo: "shop",
    tree,
    check: entry,
    prepare: policy.prepare,
    signal,
  };
  const deps = { mirror: repository.mirror, processes, reports, scratch, mayRunUnsandboxed };
  return await runCheck(deps, request);
}

const noResult = (why: string) => ({ noResult: why });

describe("runCheck", () => {
  it("approves when the command ends with zero on a checkout of exactly the tree", async () => {
    const files = { "src/a.txt": "words", "run me.sh": { executable: "#!/bin/sh\ncat src/a.txt" } };

    const result = await check('"./run me.sh" && [ "$(find . -type f | wc -l)" = 2 ]', { files });

    expect(result).toEqual({
      opinion: "approved",
      findings: [],
      summary: expect.stringMatching(/^`.*` ended with exit code 0 after 1\.2 s\.$/),
      sandboxed: true,
      durationMs: 1_234,
    });
  });

  it("has one concern with the command, the exit code, the first and the last lines when it does not", async () => {
    const result = await check("seq 1 100; echo failed >&2; exit 7");

    expect(result).toMatchObject({
      opinion: "concerns",
      findings: [{ severity: "major", category: "check" }],
    });
    const message = "findings" in result ? (result.findings[0]?.message ?? "") : "";
    expect(message.startsWith("`seq 1 100; echo failed >&2; exit 7` ended with exit code 7.")).toBe(
      true,
    );
    expect(message).toContain("exit code 7.\n\n1\n2\n3\n");
    expect(message).toContain("\n20\n[… 60 lines left out …]\n81\n");
    expect(message.endsWith("\n99\n100\nfailed")).toBe(true);
  });

  it("keeps control characters and credentials of the output out of its message", async () => {
    const token = `ghp_${"a1B2c3".repeat(6)}`;
    const result = await check(
      `printf '\\033[31mred\\033[0m \\033]0;title\\007 a\\rb \\342\\200\\256 ${token}\\n'; exit 1`,
      { check: { id: "test" } },
    );

    const message = "findings" in result ? (result.findings[0]?.message ?? "") : "";
    const output = message.slice(message.indexOf("\n\n") + 2);
    expect(output).toBe("red  a\nb  [GitHub token]");
  });

  it("keeps its message within bounds however much was written", async () => {
    const result = await check(
      `yes "$(head -c 3000 /dev/zero | tr '\\0' x)" | head -c 900000; exit 1`,
    );

    const message = "findings" in result ? (result.findings[0]?.message ?? "") : "";
    expect(message.length).toBeGreaterThan(1_000);
    expect(message.length).toBeLessThanOrEqual(2_000);
  });

  it("has no result when it takes too long", async () => {
    expect(await check("sleep 30", { check: { timeout: "1s" } })).toEqual(
      noResult("`sleep 30` did not end within 1s."),
    );
  });

  it("has no result when it is ended by a signal", async () => {
    expect(await check("kill -9 $$")).toEqual(noResult("`kill -9 $$` was ended by a signal."));
  });

  it("has no result when nobody wants it any more", async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 500);

    expect(await check("sleep 30", { signal: abort.signal })).toEqual(
      noResult("`sleep 30` is no longer needed."),
    );
    expect(await check("true", { signal: AbortSignal.abort() })).toEqual(
      noResult("The check is no longer needed."),
    );
  });

  describe("with a report", () => {
    const sarif = { check: { format: "sarif" } };
    const warning: ReportFinding = {
      severity: "warning",
      category: "no-var",
      file: "src/a.txt",
      line: 2,
      message: "Unexpected var.",
    };
    const files = { "src/a.txt": "one\n  var a = 1;\n" };

    it("reads what the command wrote, and quotes the line that each finding is about", async () => {
      report = { ok: true, findings: [warning], refused: [], more: 0 };

      const result = await check("echo the report; echo other >&2", { files, ...sarif });

      expect(read).toEqual([["sarif", "the report\n", processes.asked[0]?.directory]]);
      expect(result).toMatchObject({
        opinion: "concerns",
        findings: [{ ...warning, quote: "var a = 1;" }],
      });
    });

    it("approves only when the command ended with zero and the report is empty", async () => {
      report = { ok: true, findings: [], refused: [], more: 0 };

      expect(await check("true", sarif)).toMatchObject({ opinion: "approved", findings: [] });
      expect(await check("exit 2", sarif)).toMatchObject({
        opinion: "concerns",
        findings: [
          { severity: "major", message: "`exit 2` ended with exit code 2.\n\nIt wrote nothing." },
        ],
      });
    });

    it("has a major finding when the command failed and the report has only small ones", async () => {
      report = { ok: true, findings: [warning], refused: [], more: 0 };

      const result = await check("exit 1", sarif);

      expect("findings" in result && result.findings.map(({ severity }) => severity)).toEqual([
        "warning",
        "major",
      ]);
    });

    it("has errors in the report as concerns although the command ended with zero", async () => {
      report = { ok: true, findings: [{ ...warning, severity: "critical" }], refused: [], more: 0 };

      expect(await check("true", sarif)).toMatchObject({
        opinion: "concerns",
        findings: [{ severity: "critical" }],
      });
    });

    it("has what was left out of the report as findings", async () => {
      report = { ok: true, findings: [], refused: ["it is odd", "more"], more: 3 };

      const result = await check("true", sarif);

      expect("findings" in result && result.findings.map(({ message }) => message)).toEqual([
        "The report has 3 more findings.",
        "Parts of the report could not be read: it is odd.",
      ]);
      expect(result).toMatchObject({ opinion: "concerns" });
    });

    it("has no result when the report cannot be read, whatever the exit code", async () => {
      report = { ok: false, reason: "its JSON is refused" };

      for (const run of ["echo {", "echo {; exit 1"]) {
        const result = await check(run, sarif);
        expect("noResult" in result && result.noResult).toMatch(
          /report cannot be read: its JSON is refused\.$/,
        );
      }
      expect(await check("true", sarif)).toHaveProperty("noResult");
    });

    it("has the failure of a command that wrote no report at all", async () => {
      report = { ok: false, reason: "it is empty" };

      expect(await check("echo broken >&2; exit 2", sarif)).toMatchObject({
        opinion: "concerns",
        findings: [{ severity: "major", message: expect.stringContaining("broken") }],
      });
    });
  });

  it("has no result where there is no sandbox, and says how to get one", async () => {
    processes = createPlainProcesses(false);

    expect(await check("true")).toEqual({
      noResult:
        "Commands of the project do not run without a sandbox: this is a test. Install one.",
    });
    expect(processes.asked).toEqual([]);
  });

  it("says when it ran without a sandbox, which the owner allowed", async () => {
    processes = createPlainProcesses(false);
    mayRunUnsandboxed = async (repo) => repo === "shop";

    expect(await check("true")).toMatchObject({
      opinion: "approved",
      sandboxed: false,
      summary: "`true` ended with exit code 0 after 1.2 s. It ran without a sandbox.",
    });
  });

  it("says what could not be checked out", async () => {
    const { tree } = await repository.commit({});
    const [entry] = loadTestPolicy({ checks: [{ id: "test", run: "true" }] }).checks;
    const prepare = loadTestPolicy({ prepare: { run: null } }).prepare;
    const skipped = [{ path: "vendor", why: "submodule" as const }];
    const checkout = async () => ({ files: 0, bytes: 0, skipped });
    if (entry === undefined) throw new Error("no check");

    const result = await runCheck(
      { mirror: { ...repository.mirror, checkout }, processes, reports, scratch },
      { repo: "shop", tree, check: entry, prepare },
    );

    expect(result).toMatchObject({
      summary: expect.stringContaining("1 paths could not be checked out (submodule)."),
    });
  });

  it("runs without network, and leaves no checkout behind", async () => {
    await check("mkdir -p a/b; touch a/b/c; chmod 000 a/b");
    await check("exit 1");
    await expect(
      runCheck(
        {
          mirror: { ...repository.mirror, checkout: () => Promise.reject(new Error("gone")) },
          processes,
          reports,
          scratch,
        },
        {
          repo: "shop",
          tree: "0".repeat(40),
          check: { id: "a", run: "true", format: "exit", timeout: "1m", onStop: false },
          prepare: loadTestPolicy({}).prepare,
        },
      ),
    ).rejects.toThrow("gone");

    expect(processes.asked.map(({ network }) => network)).toEqual(["none", "none"]);
    expect(await readdir(scratch)).toEqual(["prepared"]);
  });
});
