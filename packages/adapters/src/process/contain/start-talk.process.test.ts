import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessTalk } from "@countersign/engine";
import { listMarked } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandboxedProcessRunner } from "../create-sandboxed-process-runner.ts";
import { decodeText, runCommand } from "../testing/run-command.ts";

const RUNNERS = [
  { name: "with a sandbox", runner: createSandboxedProcessRunner({ graceMs: 300 }) },
  {
    name: "without a sandbox",
    runner: createSandboxedProcessRunner({ bubblewrap: "/nowhere/bwrap", graceMs: 300 }),
  },
];

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "talk-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

const ECHO = 'while read -r line; do echo "you said $line"; done';

/** Says one word after the other, each when the one before was answered. */
function sayEach(words: readonly string[], heard: string[]): (talk: ProcessTalk) => Promise<void> {
  return async (talk) => {
    const left = [...words];
    talk.say(`${left.shift()}\n`);
    for await (const chunk of talk.heard) {
      heard.push(Buffer.from(chunk).toString("utf8").trim());
      const next = left.shift();
      if (next === undefined) return;
      talk.say(`${next}\n`);
    }
  };
}

/** Listens until there is nothing more, and keeps why it stopped. */
function listen(told: { bytes: number; error: string }): (talk: ProcessTalk) => Promise<void> {
  return async ({ heard }) => {
    try {
      for await (const chunk of heard) told.bytes += chunk.length;
    } catch (error) {
      told.error = String(error);
      throw error;
    }
  };
}

describe.each(RUNNERS)("a talk with a command $name", ({ runner }) => {
  it("goes back and forth, and ends the command when it is over", async () => {
    const heard: string[] = [];
    const mark = `MARK=talk-${process.pid}`;

    const result = await runCommand(runner, directory, `${mark} sh -c '${ECHO}'`, {
      talk: sayEach(["one", "two", "three"], heard),
    });

    expect(heard).toEqual(["you said one", "you said two", "you said three"]);
    expect(result.end).toEqual({ how: "exited", code: 0 });
    expect(result.stdout).toHaveLength(0);
    expect(await listMarked(mark)).toEqual([]);
  });

  it("says where the command sees its directory", async () => {
    let told = "";
    const heard: string[] = [];

    const { directory: seen } = await runCommand(runner, directory, `pwd; ${ECHO}`, {
      talk: async (talk) => {
        told = talk.directory;
        await sayEach(["x", "y"], heard)(talk);
      },
    });

    expect(told).toBe(seen);
    expect(heard[0]).toContain(seen);
  });

  it("ends a command that takes no notice of being asked to end", async () => {
    const mark = `MARK=deaf-${process.pid}`;

    const { end } = await runCommand(
      runner,
      directory,
      `trap : TERM; ${mark} setsid sleep 60 & ${ECHO}; sleep 60`,
      { talk: sayEach(["one"], []) },
    );

    expect(end).toEqual({ how: "exited", code: 0 });
    expect(await listMarked(mark)).toEqual([]);
  });

  it("hears the end of a command that ends first, whose own code counts", async () => {
    const told = { bytes: 0, error: "" };

    const result = await runCommand(runner, directory, "echo hello; echo bad >&2; exit 3", {
      talk: listen(told),
    });

    expect(told).toEqual({ bytes: 6, error: "" });
    expect(result.end).toEqual({ how: "exited", code: 3 });
    expect(decodeText(result.stderr)).toBe("bad\n");
  });

  it("hears the end of a command that had too little time", async () => {
    const told = { bytes: 0, error: "" };

    const { end } = await runCommand(runner, directory, "echo hello; sleep 60", {
      talk: listen(told),
      limits: { timeoutMs: 1_500 },
    });

    expect(end).toEqual({ how: "killed", why: "timeout" });
    expect(told).toEqual({ bytes: 6, error: "" });
  });

  it("breaks off when the command prints too much", async () => {
    const told = { bytes: 0, error: "" };

    await runCommand(runner, directory, "yes", {
      talk: listen(told),
      limits: { outputBytes: 100_000 },
    });

    expect(told.bytes).toBeLessThanOrEqual(100_000);
    expect(told.error).toBe("Error: A command printed more than 100000 bytes");
  });

  it("can go on saying things that nobody reads any more", async () => {
    const { end } = await runCommand(runner, directory, "exec <&-; echo hello; sleep 0.2", {
      talk: async ({ heard, say }) => {
        for await (const _chunk of heard) say("x".repeat(1_000_000));
      },
    });

    expect(end).toEqual({ how: "exited", code: 0 });
  });
});
