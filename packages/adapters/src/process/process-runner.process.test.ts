import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listMarked } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createSandboxedProcessRunner,
  type ProcessRunnerOptions,
} from "./create-sandboxed-process-runner.ts";
import { decodeText, nodeCommand, runCommand } from "./testing/run-command.ts";

const sandboxed = createSandboxedProcessRunner({ graceMs: 300 });
const plain = createSandboxedProcessRunner({ bubblewrap: "/nowhere/bwrap", graceMs: 300 });
/** As on macOS: no sandbox, and processes are listed by `ps`. */
const listedByPs = createSandboxedProcessRunner({
  bubblewrap: "/nowhere/bwrap",
  graceMs: 300,
  processSource: "ps",
});
const RUNNERS = [
  { name: "with a sandbox", runner: sandboxed },
  { name: "without a sandbox", runner: plain },
  { name: "without a sandbox, by ps", runner: listedByPs },
];

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "process runner-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** A text by which a command can be found from outside, whatever it becomes. */
const markOf = (name: string): string => `MARK=${name.replaceAll(/\W+/g, "-")}-${process.pid}`;
const leaves = (mark: string, command: string): string => `${mark} setsid sh -c '${command}'`;

/** The mark where bytes are missing. */
const OMITTED = /\n\[… \d+ bytes left out …\]\n/;

describe.each(RUNNERS)("a command $name", ({ name, runner }) => {
  it("answers with its exit code and what it said on each stream", async () => {
    const result = await runCommand(runner, directory, "echo out; echo err >&2; exit 3");

    expect(result.end).toEqual({ how: "exited", code: 3 });
    expect([decodeText(result.stdout), decodeText(result.stderr)]).toEqual(["out\n", "err\n"]);
    expect(result.droppedBytes).toBe(0);
    expect(result.sandboxed).toBe(runner === sandboxed);
  });

  it("keeps the beginning and the end of each stream and counts what it dropped", async () => {
    const command = "seq 1 300000; echo last; seq 1 300000 >&2; echo worst >&2";
    const { stdout, stderr, droppedBytes } = await runCommand(runner, directory, command, {
      limits: { outputBytes: 1_000 },
    });

    const kept = [stdout, stderr].map((stream) => decodeText(stream).replace(OMITTED, ""));
    expect(kept.map(({ length }) => length)).toEqual([1_000, 1_000]);
    expect(kept.every((text) => text.startsWith("1\n2\n3\n"))).toBe(true);
    expect(decodeText(stdout).endsWith("300000\nlast\n")).toBe(true);
    expect(decodeText(stderr).endsWith("300000\nworst\n")).toBe(true);
    expect(droppedBytes).toBe(2 * 1_988_895 + 5 + 6 - 2_000);
  });

  it("ends with everything that it started when its time is over", async () => {
    const mark = markOf(`timeout-${name}`);
    const command = `${leaves(mark, "trap : TERM; sleep 50 & sleep 50; sleep 50")} & sleep 50`;

    const { end, durationMs } = await runCommand(runner, directory, command, {
      limits: { timeoutMs: 500 },
    });

    expect(end).toEqual({ how: "killed", why: "timeout" });
    expect(durationMs).toBeLessThan(5_000);
    expect(await listMarked(mark)).toEqual([]);
  });

  it("is asked to end before it is made to", async () => {
    const command = "trap 'echo ending; exit 0' TERM; while true; do sleep 0.05; done";

    const { end, stdout } = await runCommand(runner, directory, command, {
      limits: { timeoutMs: 300 },
    });

    expect(end).toEqual({ how: "killed", why: "timeout" });
    expect(decodeText(stdout)).toBe("ending\n");
  });

  it("leaves nothing behind when it ends by itself", async () => {
    const mark = markOf(`left-${name}`);

    const { end } = await runCommand(
      runner,
      directory,
      `${leaves(mark, "sleep 50")} >/dev/null 2>&1 & exit 0`,
    );

    expect(end).toEqual({ how: "exited", code: 0 });
    expect(await listMarked(mark)).toEqual([]);
  });

  it("ends with everything that it started when it is aborted", async () => {
    const mark = markOf(`abort-${name}`);
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 300);

    const { end } = await runCommand(runner, directory, leaves(mark, "sleep 50; :"), {
      signal: abort.signal,
    });

    expect(end).toEqual({ how: "killed", why: "aborted" });
    expect(await listMarked(mark)).toEqual([]);
  });

  it("ends at once when it was aborted before", async () => {
    const { end } = await runCommand(runner, directory, "sleep 50", {
      signal: AbortSignal.abort(),
    });

    expect(end).toEqual({ how: "killed", why: "aborted" });
  });

  it("that kills itself has no exit code", async () => {
    const { end } = await runCommand(runner, directory, "kill -9 $$");

    expect(end).toEqual({ how: "killed", why: "signal" });
  });

  it("sees a clean environment and what it was given", async () => {
    process.env.COUNTERSIGN_TEST_SECRET = "do not show";
    const { stdout } = await runCommand(runner, directory, "env", {
      env: { GIVEN: "with spaces" },
    });
    delete process.env.COUNTERSIGN_TEST_SECRET;

    const names = decodeText(stdout)
      .split("\n")
      .map((line) => line.split("=")[0]);
    const expected = ["", "CI", "GIVEN", "HOME", "LANG", "PATH", "PWD"];
    const withMark = ["COUNTERSIGN_RUN", "TMPDIR", ...expected];
    expect(names.toSorted()).toEqual((runner === sandboxed ? expected : withMark).toSorted());
    expect(decodeText(stdout)).toContain("GIVEN=with spaces\n");
    expect(decodeText(stdout)).not.toContain("do not show");
  });

  it("that takes too much memory is killed", async () => {
    const hog = nodeCommand("const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))");

    const { end, durationMs } = await runCommand(runner, directory, hog);

    expect(end).toEqual({ how: "killed", why: "memory" });
    expect(durationMs).toBeLessThan(15_000);
  });

  it("whose processes take too much memory together is killed", async () => {
    const eighth = `${nodeCommand("Buffer.alloc(6e7, 1); setTimeout(Boolean, 2e4)")} &`;

    const { end } = await runCommand(runner, directory, `${eighth.repeat(8)} wait`);

    expect(end).toEqual({ how: "killed", why: "memory" });
  });
});

describe.each([
  { name: "from the kernel", runner: plain },
  { name: "by ps", runner: listedByPs },
])("a command without a sandbox, processes listed $name", ({ runner }) => {
  it("is over although a process that cannot be found holds its streams", async () => {
    // Without our mark, outside of the group and the tree before anyone looks.
    const command = "(env -i setsid sleep 15 &); echo said";

    const { end, stdout, durationMs } = await runCommand(runner, directory, command);

    expect(end).toEqual({ how: "exited", code: 0 });
    expect(decodeText(stdout)).toBe("said\n");
    expect(durationMs).toBeLessThan(10_000);
  });

  it("is ended although it takes no notice of being asked to", async () => {
    const command = "trap '' TERM; (trap '' TERM; sleep 30) & while :; do sleep 1; done";

    const { end, durationMs } = await runCommand(runner, directory, command, {
      limits: { timeoutMs: 500 },
    });

    expect(end).toEqual({ how: "killed", why: "timeout" });
    expect(durationMs).toBeLessThan(8_000);
  });

  it("is ended with a process that left its group and its tree while it was watched", async () => {
    // Seen once as a descendant; then its parent is gone, and its environment never had our mark.
    const seconds = `29.${process.pid}`;
    const command = `sh -c 'env -i setsid sleep ${seconds} & sleep 1'; sleep 1; exit 0`;

    await runCommand(runner, directory, command);

    expect(await listMarked(`sleep ${seconds}`, "ps")).toEqual([]);
  });
});

describe("the search path of a command", () => {
  const where = "command -v node; command -v own-tool; exit 0";
  let tools = "";
  beforeAll(async () => {
    tools = await mkdtemp(join(tmpdir(), "tools-"));
    for (const name of ["node", "own-tool"]) {
      await writeFile(join(tools, name), "#!/bin/sh\n", { mode: 0o755 });
    }
    await chmod(tools, 0o755);
  });
  afterAll(async () => {
    await rm(tools, { recursive: true });
  });
  const found = async (options: ProcessRunnerOptions): Promise<string[]> => {
    const runner = createSandboxedProcessRunner({ ...options, programs: async () => [tools] });
    const { stdout } = await runCommand(runner, directory, where);
    return decodeText(stdout).trim().split("\n");
  };

  it("has our own Node first, then the folders that were given", async () => {
    const own = [process.execPath, join(tools, "own-tool")];
    expect(await found({ bubblewrap: "/nowhere/bwrap" })).toEqual(own);
    expect(await found({ readable: [tools] })).toEqual(own);
  });

  it("has no folder in a sandbox that the sandbox does not show", async () => {
    expect(await found({})).toEqual([process.execPath]);
  });
});

describe("without a sandbox", () => {
  it("says why", async () => {
    expect(await plain.sandbox()).toEqual({
      kind: "none",
      why: "bubblewrap is not installed",
      install: expect.stringContaining("apt install bubblewrap"),
    });
  });

  it("says why when the program does not do what it should", async () => {
    const bin = await mkdtemp(join(tmpdir(), "bin-"));
    const program = join(bin, "bwrap");
    const write = (version: string) =>
      writeFile(
        program,
        `#!/bin/sh\n[ "$1" = --version ] && echo bubblewrap ${version} && exit\necho no rights >&2; exit 1\n`,
        { mode: 0o755 },
      );

    await write("0.9.1");
    const broken = await createSandboxedProcessRunner({ bubblewrap: program }).sandbox();
    await write("0.6.2");
    const old = await createSandboxedProcessRunner({ bubblewrap: program }).sandbox();
    await rm(bin, { recursive: true });

    expect(broken).toEqual({
      kind: "none",
      why: "bubblewrap does not work here: The command was not started: no rights",
      install: "Allow user namespaces for bubblewrap on this machine",
    });
    expect(old).toEqual({
      kind: "none",
      why: "bubblewrap 0.6.2 is too old; 0.8 or later is needed",
      install: expect.stringContaining("apt install bubblewrap"),
    });
  });

  it("nothing runs that needs a sandbox", async () => {
    const request = { command: "echo ran", directory, network: "none" } as const;
    const limits = { timeoutMs: 5_000, outputBytes: 100, processes: 10, memoryBytes: 1e8 };

    await expect(plain.run({ ...request, limits })).rejects.toThrow(
      "There is no sandbox: bubblewrap is not installed",
    );
  });

  it("a fork bomb is ended when it is seen", async () => {
    const command = "for i in $(seq 1 400); do sleep 5 & done; wait";

    const { end } = await runCommand(plain, directory, command, { limits: { processes: 40 } });

    expect(end).toEqual({ how: "killed", why: "processes" });
  });
});
