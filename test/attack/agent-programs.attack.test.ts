import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pinProgram } from "../../packages/adapters/src/agent/program-pins.ts";
import { createReviewerRunners } from "../../packages/adapters/src/create-reviewer-runners.ts";
import { createSandboxedProcessRunner } from "../../packages/adapters/src/process/create-sandboxed-process-runner.ts";
import { PolicyFile } from "../../packages/core/src/policy/schema.ts";

const processes = createSandboxedProcessRunner();

let root = "";
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "programs-")));
  await chmod(root, 0o755);
  for (const place of ["own", "evil"]) await mkdir(join(root, place));
  await writeProgram("own/real-claude", "2.1.0");
  await symlink(join(root, "own/real-claude"), join(root, "own/claude"));
  await writeProgram("evil/claude", "6.6.6");
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

async function writeProgram(path: string, version: string): Promise<void> {
  const script = `#!/bin/sh\necho ${version}\n`;
  await writeFile(join(root, path), script, { mode: 0o755 });
}

type Pins = NonNullable<Parameters<typeof createReviewerRunners>[0]["pins"]>;

/** Whether the engine would ask Claude Code, started by a process with an evil search path. */
async function stateWith(pins: Pins) {
  const { claude } = createReviewerRunners({
    processes,
    environment: { PATH: join(root, "evil"), ANTHROPIC_API_KEY: "sk-test" },
    withoutKey: "left_out",
    pins,
  });
  const reviewer = PolicyFile.parse({
    reviewers: [{ id: "r", name: "R", kind: "agent", adapter: "claude", description: "Reviews" }],
  }).reviewers?.[0];
  if (claude === undefined || reviewer === undefined) throw new Error("no runner");
  return await claude.state(reviewer);
}

const ownPath = () => join(root, "own");

describe("I10 Trusted policy: only programs that the owner confirmed review", () => {
  it("runs no program of the starter's search path", async () => {
    expect(await stateWith(async () => ({}))).toEqual({
      ok: false,
      reason: "Claude Code is not where the engine looks",
      hint: expect.stringContaining("countersign agent confirm claude"),
    });
  });

  it("runs the confirmed program, whatever the search path says", async () => {
    const pin = await pinProgram("claude", ownPath());
    expect(pin?.path).toBe(join(root, "own/real-claude"));
    const pins = pin === null ? {} : { claude: pin };
    expect(await stateWith(async () => pins)).toEqual({ ok: true, version: "2.1.0" });
  });

  it("stops when the confirmed file was replaced, until the owner confirms it", async () => {
    const before = await pinProgram("claude", ownPath());
    await writeProgram("own/real-claude", "2.2.0");
    const old = before === null ? {} : { claude: before };
    expect(await stateWith(async () => old)).toEqual({
      ok: false,
      reason: `Claude Code (${join(root, "own/real-claude")}) has changed since you confirmed it`,
      hint: "If you upgraded it, confirm it with: countersign agent confirm claude",
    });
    const now = await pinProgram("claude", ownPath());
    expect(await stateWith(async () => (now === null ? {} : { claude: now }))).toMatchObject({
      version: "2.2.0",
    });
  });

  it("stops when a link takes the place of the confirmed file", async () => {
    const pin = await pinProgram("claude", ownPath());
    await rm(join(root, "own/real-claude"));
    await symlink(join(root, "evil/claude"), join(root, "own/real-claude"));
    const pins = pin === null ? {} : { claude: pin };
    expect(await stateWith(async () => pins)).toMatchObject({ ok: false });
    expect(await readFile(join(root, "evil/claude"), "utf8")).toContain("6.6.6");
  });
});
