import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReviewerAsk } from "@countersign/engine";
import { listMarked } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClaudeReviewerRunner } from "../claude/create-claude-reviewer-runner.ts";
import { createCodexReviewerRunner } from "../codex/create-codex-reviewer-runner.ts";
import { createGeminiReviewerRunner } from "../gemini/create-gemini-reviewer-runner.ts";
import { createOpencodeReviewerRunner } from "../opencode/create-opencode-reviewer-runner.ts";
import { createSandboxedProcessRunner } from "../process/create-sandboxed-process-runner.ts";
import type { AgentOptions } from "./prepare-agent.ts";
import { askAbout } from "./testing/ask-about.ts";
import { standInProgram } from "./testing/stand-in.ts";

const AGENTS = [
  { name: "Claude Code", program: "claude", create: createClaudeReviewerRunner },
  { name: "Codex", program: "codex", create: createCodexReviewerRunner },
  { name: "Gemini CLI", program: "gemini", create: createGeminiReviewerRunner },
  { name: "OpenCode", program: "opencode", create: createOpencodeReviewerRunner },
];
const KEY = "sk-canary-of-the-stand-in";
const processes = createSandboxedProcessRunner({ graceMs: 300 });

let tree = "";
beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), "stand-in tree-"));
});
afterAll(async () => {
  await rm(tree, { recursive: true, force: true });
});

describe.each(AGENTS)("$name", ({ name, program, create }) => {
  const runnerFor = (path: string, more: Partial<AgentOptions> = {}) =>
    create({ processes, credentials: { apiKey: KEY }, program: path, ...more });

  async function ask(
    script: string,
    asked: Partial<ReviewerAsk> = {},
    more: Partial<AgentOptions> = {},
  ) {
    const { path, remove } = standInProgram(program, script);
    try {
      return await runnerFor(path, more).ask({ ...askAbout(tree), ...asked });
    } finally {
      remove();
    }
  }

  it.each([
    ["ends without a word", "exit 0", "ended without an answer", "soon"],
    ["fails", "echo bad option >&2; exit 3", "ended with code 3 and no answer: bad option", "soon"],
    ["says approved and nothing else", "echo approved", "ended without an answer", "soon"],
    ["is killed", "kill -9 $$", "was ended from outside", "soon"],
  ])("has no result when its program %s", async (_when, script, reason, again) => {
    const reply = await ask(script);

    expect(reply).toMatchObject({ ok: false, again, sandboxed: true, usage: null });
    expect(reply).toHaveProperty("reason", `${name} ${reason}`);
  });

  it("has no result when its program never ends, and leaves no process behind", async () => {
    const mark = `MARK=stand-in-${program}-${process.pid}`;
    const reply = await ask(`${mark} setsid sleep 60 & trap : TERM; sleep 60; sleep 60`, {
      timeoutMs: 1_500,
    });

    expect(reply).toMatchObject({
      ok: false,
      again: "soon",
      reason: `${name} did not answer within 1.5 s`,
    });
    expect(await listMarked(mark)).toEqual([]);
  });

  it("leaves no process behind when its program does", async () => {
    const mark = `MARK=left-${program}-${process.pid}`;
    const reply = await ask(`${mark} setsid sleep 60 >/dev/null 2>&1 & exit 0`);

    expect(reply.ok).toBe(false);
    expect(await listMarked(mark)).toEqual([]);
  });

  it("has no result when its program prints without end", async () => {
    const reply = await ask(
      'yes \'{"type":"result"\' | head -c 50000000',
      {},
      {
        limits: { outputBytes: 100_000 },
      },
    );

    expect(reply).toMatchObject({ ok: false, again: "soon" });
    expect(JSON.stringify(reply).length).toBeLessThan(2_000);
  });

  it("has no result when its program takes all memory", async () => {
    const hog = `exec node -e "const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))"`;
    const reply = await ask(hog, {}, { limits: { memoryBytes: 300 * 1024 ** 2 } });

    expect(reply).toMatchObject({
      ok: false,
      again: "never",
      reason: `${name} took more memory than it may`,
    });
  });

  it("gives the whole brief to its program, however long", async () => {
    const reply = await ask("echo $(wc -c) >&2; exit 1", { brief: "x".repeat(1_000_000) });

    expect(reply).toHaveProperty("reason", expect.stringMatching(/: 10000\d\d$/));
  });

  it("shows its program neither our key nor our environment", async () => {
    process.env.COUNTERSIGN_STAND_IN = KEY;
    const reply = await ask(
      "{ env; cat /proc/*/environ 2>/dev/null; } | grep -c -a canary >&2; exit 1",
    );
    delete process.env.COUNTERSIGN_STAND_IN;

    expect(reply).toHaveProperty("reason", `${name} ended with code 1 and no answer: 0`);
  });

  it("is not asked when nobody waits any more", async () => {
    const reply = await ask("exit 0", { signal: AbortSignal.abort() });

    expect(reply).toMatchObject({ ok: false, reason: `${name}: it was stopped` });
  });

  it("says what is missing, for people and to whoever asks", async () => {
    const { path, remove } = standInProgram(program, "echo 1.2.3-beta.4 of it");
    const { reviewer } = askAbout(tree);
    const missing = runnerFor("/nowhere/program");
    const keyless = runnerFor(path, { credentials: { apiKey: null } });
    const lost = runnerFor(path, { upstream: "ftp://example.com" });

    expect(await runnerFor(path).state(reviewer)).toEqual({ ok: true, version: "1.2.3-beta.4" });
    expect(await missing.state(reviewer)).toMatchObject({ reason: `${name} is not installed` });
    expect(await keyless.state(reviewer)).toMatchObject({
      reason: `There is no key for ${name}`,
      hint: expect.stringMatching(/^Set [A-Z_]+ where the engine runs$/),
    });
    expect(await lost.state(reviewer)).toMatchObject({ ok: false });
    expect(await missing.ask(askAbout(tree))).toMatchObject({ ok: false, again: "never" });
    expect(await keyless.ask(askAbout(tree))).toMatchObject({ ok: false, again: "never" });
    remove();
  });

  it("says that a program does not say its version", async () => {
    const { path, remove } = standInProgram(program, "echo what; exit 1");

    expect(await runnerFor(path).state(askAbout(tree).reviewer)).toMatchObject({
      ok: false,
      reason: `${name} does not say its version`,
    });
    remove();
  });

  it("does not run where there is no sandbox, and says how to get one", async () => {
    const plain = createSandboxedProcessRunner({ bubblewrap: "/nowhere/bwrap", graceMs: 300 });
    const mark = join(tmpdir(), `ran-${process.pid}-${program}`);
    const reply = await ask(`touch '${mark}'; exit 1`, {}, { processes: plain });

    expect(reply).toMatchObject({ ok: false, again: "never", sandboxed: false });
    expect(reply.ok ? "" : reply.reason).toContain("reviews only in a sandbox");
    expect(reply.ok ? "" : reply.reason).toContain("apt install bubblewrap");
    await expect(readdir(tmpdir())).resolves.not.toContain(`ran-${process.pid}-${program}`);
  });

  it("leaves the tree and the temporary directory as they were", async () => {
    const own = await mkdtemp(join(tmpdir(), "own-"));
    const before = process.env.TMPDIR;
    process.env.TMPDIR = own;

    await ask("touch planted; exit 0").finally(() => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });

    expect(await readdir(tree)).toEqual([]);
    expect(await readdir(own)).toEqual([]);
    await rm(own, { recursive: true });
  });
});
