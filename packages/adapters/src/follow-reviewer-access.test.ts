import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createReviewerRunners } from "./create-reviewer-runners.ts";
import { type FollowedRunners, followReviewerAccess } from "./follow-reviewer-access.ts";
import { createSandboxedProcessRunner } from "./process/create-sandboxed-process-runner.ts";

const KEY = { models: { anthropic: { apiKey: "key" } } };

let home = "";
let file = "";
let followed: FollowedRunners;
let problems: unknown[] = [];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "reviewers-"));
  file = join(home, "reviewers.json");
  problems = [];
  const processes = createSandboxedProcessRunner();
  followed = await followReviewerAccess(file, {
    create: (access) =>
      createReviewerRunners({ processes, environment: {}, access, withoutKey: "left_out" }),
    onProblem: (error) => problems.push(error),
    lookMs: 20,
  });
});
afterEach(async () => {
  followed.stop();
  await rm(home, { recursive: true });
});

const write = (text: string, mode = 0o600) => writeFile(file, text, { mode });

describe("followReviewerAccess", () => {
  it("takes a file up that is written while the engine runs, and its removal", async () => {
    expect(followed.runners.claude).toBeUndefined();

    await write(JSON.stringify(KEY));
    await vi.waitFor(() => expect(followed.runners.claude).toBeDefined());

    await rm(file);
    await vi.waitFor(() => expect(followed.runners.claude).toBeUndefined());
    expect(followed.runners.model).toBeDefined();
  });

  it.each([
    ["is no JSON", "{", 0o600],
    ["is open to others", JSON.stringify({}), 0o644],
  ])("keeps the reviewers where the changed file %s", async (_, text, mode) => {
    await write(JSON.stringify(KEY));
    await vi.waitFor(() => expect(followed.runners.claude).toBeDefined());

    await write(text);
    await chmod(file, mode);

    await vi.waitFor(() => expect(problems.length).toBeGreaterThan(0));
    expect(mode === 0o600 ? followed.runners.claude : true).toBeDefined();
  });
});
