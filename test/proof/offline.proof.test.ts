import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, inject, it } from "vitest";
import { generateHistory, rootOf, writeHistory } from "./lab/generate-history.ts";

const BWRAP = "/usr/bin/bwrap";
const folder = mkdtempSync(join(tmpdir(), "countersign-offline-"));
afterAll(() => rmSync(folder, { recursive: true }));

const clone = join(folder, "clone");
const lab = generateHistory({ seed: 21, moves: 6, steps: ["squash", "merge"] });
writeHistory(lab, clone);

/** System calls that reach a network, or change a file system. */
const NETWORK = "connect,bind,listen,sendto,sendmsg,sendmmsg,accept,accept4";
const CHANGES =
  "mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,symlinkat,truncate,ftruncate,chmod,fchmod,fchmodat,mknod,mknodat";

/** Everything that a hostile clone could make git run. Each would leave a file. */
function makeHostile(): string {
  const mark = join(folder, "ran");
  const script = join(folder, "script");
  writeFileSync(script, `#!/bin/sh\ntouch ${mark}\ncat\n`);
  chmodSync(script, 0o755);
  const git = (...args: string[]) => execFileSync("git", ["-C", clone, ...args]);
  const settings = {
    "core.fsmonitor": script,
    "core.hooksPath": folder,
    "core.sshCommand": script,
    "core.pager": script,
    "core.alternateRefsCommand": script,
    "diff.external": script,
    "diff.evil.textconv": script,
    "diff.evil.command": script,
    "filter.evil.smudge": script,
    "filter.evil.clean": script,
    "gpg.program": script,
    "extensions.partialClone": "origin",
    "remote.origin.url": `ext::${script}`,
    "remote.origin.promisor": "true",
  };
  for (const [name, value] of Object.entries(settings)) git("config", name, value);
  writeFileSync(join(clone, "info", "attributes"), "* diff=evil filter=evil\n", { flag: "w" });
  writeFileSync(join(clone, "info", "grafts"), `${lab.commit}\n`);
  const replaced = lab.past[2]?.commit ?? "";
  execFileSync("git", ["-C", clone, "update-ref", `refs/replace/${lab.commit}`, replaced]);
  return mark;
}

it("a sandbox without network, home or a writable disk is enough, and nothing of the clone runs", () => {
  execFileSync("mkdir", ["-p", join(clone, "info")]);
  const mark = makeHostile();
  const log = join(folder, "trace");
  writeFileSync(log, "");
  const program = inject("program");
  const sandbox = [
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-net"],
    ...["--bind", log, log, "--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--chdir", clone],
  ];
  const trace = [
    "strace",
    "-f",
    "-qq",
    "-o",
    log,
    "-e",
    `trace=${NETWORK},${CHANGES},openat,open,creat`,
  ];
  const run = spawnSync(
    BWRAP,
    [...sandbox, ...trace, process.execPath, program, "verify", "HEAD", "--root", rootOf(lab)],
    { encoding: "utf8", cwd: dirname(program) },
  );
  expect({ status: run.status, err: run.stderr }).toEqual({ status: 0, err: "" });
  expect(run.stdout).toContain("proved");
  expect(() => readFileSync(mark)).toThrow("ENOENT");
  const calls = readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => /^\d+ +[a-z]/.test(line));
  expect(calls.length).toBeGreaterThan(50);
  const isRead = (line: string) =>
    / (?:openat|open)\(/.test(line) &&
    (!/O_WRONLY|O_RDWR|O_CREAT/.test(line) || line.includes('"/dev/'));
  const isLocal = (line: string) => line.includes("AF_UNIX"); // the C library looks for its name cache
  expect(calls.filter((line) => !isRead(line) && !isLocal(line))).toEqual([]);
});

it("without a root and without a place to remember it, the root is unknown", () => {
  const program = inject("program");
  const sandbox = [
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--unshare-net",
    "--clearenv",
    "--chdir",
    clone,
  ];
  const run = spawnSync(BWRAP, [...sandbox, process.execPath, program, "verify"], {
    encoding: "utf8",
  });
  expect(run.status).toBe(14);
  expect(run.stdout).toContain("no root is pinned (root_unknown)");
});
