import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { listMarked } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandboxedProcessRunner } from "./create-sandboxed-process-runner.ts";
import { decodeText, nodeCommand, runCommand } from "./testing/run-command.ts";

const execute = promisify(execFile);
const MEBIBYTE = 1024 ** 2;
const NOBODY = 65_534;
const RUN_AND_PRINT = fileURLToPath(new URL("./testing/run-and-print.ts", import.meta.url));

const sandboxed = createSandboxedProcessRunner();

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox test-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

describe("in the sandbox", () => {
  it("says its version and what it cannot limit", async () => {
    expect(await sandboxed.sandbox()).toEqual({
      kind: "bubblewrap",
      version: expect.stringMatching(/^0\.\d+/),
      gaps: expect.arrayContaining([
        expect.stringContaining("The disk that a command fills is looked at"),
      ]),
    });
  });

  it("a command uses the Node that runs us, npm and git", async () => {
    const { end, stdout } = await runCommand(
      sandboxed,
      directory,
      "node -v && npm -v && git --version",
    );

    expect(end).toEqual({ how: "exited", code: 0 });
    expect(decodeText(stdout)).toMatch(new RegExp(`^${process.version}\n[0-9.]+\ngit version`));
  });

  it("no address of this machine can be reached, not even the own one", async () => {
    let calls = 0;
    const server = createServer((socket) => {
      calls += 1;
      socket.end("hello");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const connect = nodeCommand(
      `net.connect(${port}, "127.0.0.1").on("error", (e) => { console.log(e.code); process.exit(1) }).on("data", (d) => console.log(String(d)))`,
    );

    const inside = await runCommand(sandboxed, directory, connect);
    server.close();

    expect(decodeText(inside.stdout)).toBe("ECONNREFUSED\n");
    expect(calls).toBe(0);
  });

  it("a command can listen to itself", async () => {
    const script = `const s = net.createServer((c) => c.end("me")).listen(0, "localhost", () =>
      net.connect(s.address().port, "localhost").on("data", (d) => { console.log(String(d)); s.close() }))`;

    expect(decodeText((await runCommand(sandboxed, directory, nodeCommand(script))).stdout)).toBe(
      "me\n",
    );
  });

  it("only the work directory and a private temporary one can be written", async () => {
    const outside = await mkdtemp(join(tmpdir(), "outside-"));
    const places = ["/usr", "/etc", "/", "/dev", "/proc", "/opt", outside, homedir(), "/var/tmp"];
    const command = `for place in ${places.join(" ")}; do touch "$place/x" 2>/dev/null && echo "$place"; done
      touch here /tmp/there && mkdir -p "$HOME/cache" && echo done`;

    const { stdout } = await runCommand(sandboxed, directory, command);

    expect(decodeText(stdout)).toBe("done\n");
    expect(await readdir(outside)).toEqual([]);
    expect(await readdir(directory)).toContain("here");
    await rm(outside, { recursive: true });
  });

  it("no file of ours can be read: no home, no data, no keys, no neighbour", async () => {
    const home = await mkdtemp(join(homedir(), ".countersign-test-"));
    const data = await mkdtemp(join(tmpdir(), "data-"));
    await mkdir(join(home, ".ssh"));
    const files = [
      join(home, ".ssh", "id_ed25519"),
      join(data, "token"),
      "/etc/shadow",
      "/etc/npmrc",
    ];
    for (const file of files.slice(0, 2)) await writeFile(file, "secret");
    const command = `for file in ${files.join(" ")} /proc/${process.pid}/environ /etc/hostname; do
      test -e "$file" && echo "$file"; done; ls ${homedir()} ${tmpdir()} 2>/dev/null | grep -v "^home$\\|:$\\|^$"`;

    const { stdout } = await runCommand(sandboxed, directory, command);
    await rm(home, { recursive: true });
    await rm(data, { recursive: true });

    expect(decodeText(stdout)).toBe("");
  });

  it("what was given to read can be read and not written", async () => {
    const readable = await mkdtemp(join(tmpdir(), "given to read-"));
    await writeFile(join(readable, "file"), "words");
    await chmod(readable, 0o755);
    const command = `cat "${readable}/file"; echo x > "${readable}/file" || echo refused`;

    const { stdout } = await runCommand(sandboxed, directory, command, { readable: [readable] });

    expect(decodeText(stdout)).toBe("wordsrefused\n");
    expect(await readFile(join(readable, "file"), "utf8")).toBe("words");
    await rm(readable, { recursive: true });
  });

  it("no other process can be seen, and no privilege is left", async () => {
    const command =
      "ls /proc | grep -c '^[0-9]'; grep -E 'CapEff|NoNewPrivs' /proc/self/status; id -u";

    const [count, caps, noNew, user] = decodeText(
      (await runCommand(sandboxed, directory, command)).stdout,
    ).split("\n");

    expect(Number(count)).toBeLessThan(10);
    expect(caps).toBe("CapEff:\t0000000000000000");
    expect(noNew).toBe("NoNewPrivs:\t1");
    expect(user).not.toBe("0");
  });

  it("a further user namespace cannot be made", async () => {
    const { end } = await runCommand(sandboxed, directory, "unshare --user true 2>/dev/null");

    expect(end).toEqual({ how: "exited", code: 1 });
  });

  it("a fork bomb meets the limit of processes", async () => {
    const bomb =
      "bomb() { bomb | bomb & }; for i in $(seq 1 400); do sleep 5 & done; bomb; sleep 5";

    const { end, stderr } = await runCommand(sandboxed, directory, bomb, {
      limits: { processes: 40, timeoutMs: 4_000 },
    });

    expect(end.how === "exited" && end.code === 0).toBe(false);
    expect(decodeText(stderr)).toContain("Cannot fork");
  });

  it("two runs do not share their limit of processes", async () => {
    const command = "for i in $(seq 1 25); do sleep 1 & done; wait; echo all";
    const limits = { processes: 40 };

    const results = await Promise.all(
      [1, 2, 3].map(() => runCommand(sandboxed, directory, command, { limits })),
    );

    expect(results.map(({ stdout }) => decodeText(stdout))).toEqual(["all\n", "all\n", "all\n"]);
  });

  it("temporary files cannot take more memory than processes may", async () => {
    const command =
      "head -c 1G /dev/zero > /tmp/big || head -c 1G /dev/zero > /dev/shm/big || echo full";

    const { stdout } = await runCommand(sandboxed, directory, command, {
      limits: { memoryBytes: 64 * MEBIBYTE },
    });

    expect(decodeText(stdout)).toBe("full\n");
  });

  it("a sandbox that cannot be set up is an error, not a failing command", async () => {
    const missing = runCommand(sandboxed, directory, "exit 0", { readable: ["/does/not/exist"] });

    await expect(missing).rejects.toThrow(
      "The command was not started: bwrap: Can't find source path",
    );
  });
});

describe("when we are killed", () => {
  it("everything that runs in the sandbox goes with us", async () => {
    const mark = `MARK=orphan-${process.pid}`;
    const command = `${mark} setsid sleep 50 & sleep 50`;
    const runner = spawn(process.execPath, [RUN_AND_PRINT, directory, command], {
      stdio: "ignore",
    });
    await until(async () => (await listMarked(mark)).length > 0);

    runner.kill("SIGKILL");

    await until(async () => (await listMarked(mark)).length === 0);
  });
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error("It never came to that");
    await sleep(50);
  }
}

/** Our own Node may lie in a home that is closed to others. */
async function reachableNode(): Promise<string> {
  const installation = await mkdtemp("/var/tmp/countersign-node-");
  await chmod(installation, 0o755);
  await mkdir(join(installation, "bin"));
  const node = join(installation, "bin", "node");
  await copyFile(process.execPath, node);
  return node;
}

describe.runIf(process.getuid?.() === 0)("when we are not root", () => {
  it("the sandbox keeps a command in and counts its processes as well", async () => {
    const own = await mkdtemp(join(tmpdir(), "ordinary user-"));
    await chown(own, NOBODY, NOBODY);
    const command = `touch here; touch /usr/x /x 2>/dev/null || echo refused
      unshare --user true 2>/dev/null || echo no namespace
      ls /tmp; id -un; for i in $(seq 1 60); do sleep 2 & done`;

    const user = ["--reuid", String(NOBODY), "--regid", String(NOBODY), "--clear-groups"];
    const node = await reachableNode();
    const run = [node, RUN_AND_PRINT, own, command];
    const { stdout } = await execute("setpriv", [...user, ...run], { cwd: "/" });
    const files = await readdir(own);
    await rm(own, { recursive: true });
    await rm(dirname(dirname(node)), { recursive: true });

    expect(JSON.parse(stdout)).toEqual({
      end: { how: "exited", code: 2 },
      stdout: "refused\nno namespace\nhome\ncheck\n",
      stderr: expect.stringContaining("Cannot fork"),
      sandboxed: true,
    });
    expect(files).toEqual(["here"]);
  });
});
