import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { tryReviewers } from "./try-reviewers.ts";

const ANSWER = {
  type: "result",
  subtype: "success",
  is_error: false,
  structured_output: { completed: true },
  total_cost_usd: 0.01,
  modelUsage: { small: { inputTokens: 100, outputTokens: 20 } },
};
const VERSION = 'case "$*" in *--version*) echo 2.1.3; exit 0;; esac';
const ANSWERS = `${VERSION}\ncat > /dev/null\necho '${JSON.stringify(ANSWER)}'`;
const FAILS = `${VERSION}\necho no credit >&2; exit 3`;

const KEYS = { models: { anthropic: { apiKey: "sk-test", baseUrl: "http://127.0.0.1:9" } } };

/** A home with stand-ins for agents' programs, and the keys of its engine. */
async function openHome(programs: Readonly<Record<string, string>>, keys: object | null = KEYS) {
  const home = await mkdtemp(join(tmpdir(), "countersign-trial-home-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const bin = join(home, "bin");
  const data = join(home, "data", "countersign");
  await mkdir(bin);
  await mkdir(data, { recursive: true, mode: 0o700 });
  for (const [name, script] of Object.entries(programs))
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  if (keys !== null)
    await writeFile(join(data, "reviewers.json"), JSON.stringify(keys), { mode: 0o600 });
  return { HOME: home, PATH: bin, XDG_DATA_HOME: join(home, "data") };
}

const nobodyAbove = () => null;

async function tried(env: Readonly<Record<string, string>>, more: object = {}) {
  const context = { env, server: null, dryRun: false, ...more };
  return await tryReviewers(context, { isWanted: true }, nobodyAbove);
}

describe("tryReviewers", () => {
  it("takes the program whose trial run succeeds, and says what it cost", async () => {
    expect(await tried(await openHome({ claude: ANSWERS }))).toEqual({
      runBy: "claude",
      says: "claude 2.1.3, its trial run succeeded ($0.01)",
      login: null,
    });
  });

  it("takes none where the trial run fails, and says why", async () => {
    const trial = await tried(await openHome({ claude: FAILS }));

    expect(trial.runBy).toBe("none");
    expect(trial.says).toContain("claude: its trial run failed. Claude Code ended with code 3");
    expect(trial.says).toContain("no credit");
  });

  it("takes none where the engine has no key, and says how to add one", async () => {
    const env = await openHome({ claude: ANSWERS, codex: ANSWERS }, null);
    const file = join(env.XDG_DATA_HOME, "countersign", "reviewers.json");

    expect(await tried(env)).toEqual({
      runBy: "none",
      says: `the engine has no key for claude, codex; keys go into ${file}`,
      login: null,
    });
  });

  it("reviews with the person's own login where the engine has no key, and says so", async () => {
    const env = await openHome({ claude: ANSWERS }, null);
    const folder = join(env.HOME, ".claude");
    await mkdir(folder);
    await writeFile(join(folder, ".credentials.json"), '{"claudeAiOauth":{"accessToken":"mine"}}');

    expect(await tried(env)).toEqual({
      runBy: "claude",
      says: "claude 2.1.3 with your own login, its trial run succeeded ($0.01)",
      login: { agent: "claude", folder },
    });
  });

  it("asks nothing in a dry run, and names the program that would be tried", async () => {
    expect(await tried(await openHome({ claude: FAILS }), { dryRun: true })).toEqual({
      runBy: "claude",
      says: "claude 2.1.3, after one trial run",
      login: null,
    });
  });

  it("takes none where no program is installed or the engine is elsewhere", async () => {
    const env = await openHome({ claude: ANSWERS });

    expect((await tried(await openHome({}))).says).toBe("no program of an agent was found");
    expect((await tried(env, { server: "https://engine.example" })).runBy).toBe("none");
  });

  it("takes none with --no-agent-reviewers", async () => {
    const context = { env: await openHome({ claude: ANSWERS }), server: null, dryRun: false };

    expect(await tryReviewers(context, { isWanted: false }, nobodyAbove)).toEqual({
      runBy: "none",
      says: "switched off with --no-agent-reviewers",
      login: null,
    });
  });

  it("starts no program that was never confirmed where an agent runs init", async () => {
    const context = { env: await openHome({ claude: ANSWERS }), server: null, dryRun: false };
    const trial = await tryReviewers(context, { isWanted: true }, () => "claude");

    expect(trial.runBy).toBe("none");
    expect(trial.says).toContain("claude: Claude Code is not where the engine looks");
  });
});
