import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listMarked } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandboxedProcessRunner } from "../../packages/adapters/src/process/create-sandboxed-process-runner.ts";
import type {
  ProcessLimits,
  ProcessResult,
} from "../../packages/engine/src/ports/process-runner.ts";
import { removeDirectory } from "../../packages/engine/src/review/checks/prepare/remove-directory.ts";
import { SYSTEM_CALL_PROBES } from "./sandbox-probes.ts";

const MEBIBYTE = 1024 ** 2;
const LIMITS: ProcessLimits = {
  timeoutMs: 20_000,
  outputBytes: 100_000,
  processes: 60,
  memoryBytes: 200 * MEBIBYTE,
};
/** Only for attacks on the disk: what other tests write meanwhile counts too. */
const SMALL_DISK = { disk: { bytes: 100 * MEBIBYTE, files: 5_000 } };
const SECRET = "OUTSIDE-CANARY";
const runner = createSandboxedProcessRunner({ graceMs: 200 });

let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "probes-"));
  await writeFile(join(root, "secret"), SECRET);
});
afterAll(async () => {
  await removeDirectory(root);
});

async function inside(command: string, limits: Partial<ProcessLimits> = {}) {
  const directory = await mkdtemp(join(root, "checkout-"));
  const result = await runner.run({
    command,
    directory,
    network: "none",
    limits: { ...LIMITS, ...limits },
  });
  return { ...result, directory };
}

describe("I13 No secret leaves: a command stays in its sandbox", () => {
  it("fails with every system call that it does not need", async () => {
    const probes = SYSTEM_CALL_PROBES;
    const all = [...probes, { name: "writes its own directory", attack: "touch mine" }];
    const script = all.map(
      ({ name, attack }) => `if ( ${attack} ) >/dev/null 2>&1 </dev/null; then echo '${name}'; fi`,
    );
    const directory = await mkdtemp(join(root, "checkout-"));
    await writeFile(join(directory, "probes.sh"), script.join("\n"));
    const { end, stdout, stderr } = await runner.run({
      ...{ command: "sh ./probes.sh; echo done", directory, network: "none" },
      limits: LIMITS,
    });
    expect(probes.length).toBeGreaterThan(60);
    expect([end, Buffer.from(stderr).toString("utf8")]).toEqual([{ how: "exited", code: 0 }, ""]);
    expect(Buffer.from(stdout).toString("utf8")).toBe("writes its own directory\ndone\n");
  });

  it("does not start where something needs a sandbox and there is none", async () => {
    const none = createSandboxedProcessRunner({ bubblewrap: "/nowhere/bwrap" });
    const request = { command: "touch ran", directory: root, network: "none" } as const;
    await expect(none.run({ ...request, limits: LIMITS })).rejects.toThrow("There is no sandbox");
    expect(await readdir(root)).not.toContain("ran");
  });
});

type Attack = {
  name: string;
  command: string;
  limits?: Partial<ProcessLimits>;
  /** How it ends; an exit code where the limit makes the command itself fail. */
  end: ProcessResult["end"] | { how: "exited" };
};

const killed = (why: Extract<ProcessResult["end"], { how: "killed" }>["why"]) =>
  ({ how: "killed", why }) as const;
const MARK = `PROBE=left-${process.pid}`;

const ATTACKS: readonly Attack[] = [
  {
    name: "a fork bomb",
    command: "bomb() { bomb | bomb & }; bomb; sleep 2",
    limits: { timeoutMs: 3_000 },
    end: { how: "exited" },
  },
  {
    name: "memory",
    command: "node -e 'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))'",
    end: killed("memory"),
  },
  {
    name: "memory of many processes",
    command: "for i in 1 2 3 4 5 6; do perl -e '$a = \"x\" x 6e7; sleep 9' & done; wait",
    end: killed("memory"),
  },
  {
    name: "shared memory",
    command: "dd if=/dev/zero of=/dev/shm/fill bs=1M count=400 2>/dev/null || exit 7",
    end: { how: "exited", code: 7 },
  },
  {
    name: "the temporary directory",
    command: "dd if=/dev/zero of=/tmp/fill bs=1M count=400 2>/dev/null || exit 7",
    end: { how: "exited", code: 7 },
  },
  {
    name: "an output flood",
    command: "timeout 1 yes; timeout 1 yes >&2; exit 3",
    end: { how: "exited", code: 3 },
  },
  {
    name: "the disk",
    command: "i=0; while :; do i=$((i+1)); dd if=/dev/zero of=f$i bs=1M count=20 2>/dev/null; done",
    limits: SMALL_DISK,
    end: killed("disk"),
  },
  {
    name: "files without content",
    command: 'perl -e \'for (;;) { open(F, ">", "n" . $i++) or sleep 1 }\'',
    limits: SMALL_DISK,
    end: killed("disk"),
  },
  {
    name: "a sparse file",
    command: "truncate -s 1T sparse 2>/dev/null || exit 7",
    end: { how: "exited", code: 7 },
  },
  {
    name: "open files",
    command:
      'perl -e \'while (open(my $f, "<", "/dev/null")) { push @all, $f } exit(@all < 20000 ? 7 : 0)\'',
    end: { how: "exited", code: 7 },
  },
  {
    name: "daemons left behind",
    command: `for i in 1 2 3; do ${MARK} setsid nohup sh -c 'trap "" TERM HUP; sleep 60' >/dev/null 2>&1 & done; exit 0`,
    end: { how: "exited", code: 0 },
  },
  {
    name: "a command that does not end",
    command: `trap "" TERM INT HUP; ${MARK} sh -c 'trap "" TERM; while :; do :; done'`,
    limits: { timeoutMs: 500 },
    end: killed("timeout"),
  },
  {
    name: "signals to everything",
    command: "kill -9 -1; exit 0",
    end: { how: "exited" },
  },
  {
    name: "directories deeper than a path",
    command: 'perl -e \'for (1 .. 400) { mkdir("d" x 20); chdir("d" x 20) or exit 1 }\' && exit 0',
    end: { how: "exited", code: 0 },
  },
  {
    name: "directories that nobody may enter",
    command: "mkdir -p a/b/c && chmod 000 a/b && chmod 000 a; exit 0",
    end: { how: "exited", code: 0 },
  },
];

/** The longest mark that stands for what was left out of the output. */
const OMISSION_BYTES = 60;

describe("I6 Ends: a command that takes everything is ended, and leaves nothing", () => {
  it.each(ATTACKS)("$name", async ({ command, limits = {}, end }) => {
    const bystander = spawn("/bin/sleep", ["60"]);
    const result = await inside(command, limits);

    if (end.how === "exited" && !("code" in end)) expect(result.end.how).toMatch(/exited|killed/);
    else expect(result.end).toEqual(end);
    expect(result.durationMs).toBeLessThan(20_000);
    for (const stream of [result.stdout, result.stderr])
      expect(stream.length).toBeLessThanOrEqual(LIMITS.outputBytes + OMISSION_BYTES);
    expect(await listMarked(MARK)).toEqual([]);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    bystander.kill();
    await removeDirectory(result.directory);
    await expect(stat(result.directory)).rejects.toThrow("ENOENT");
    expect(await readFile(join(root, "secret"), "utf8")).toBe(SECRET);
  });
});
