import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { namespaceFix } from "./contain/detect-sandbox.ts";
import { createSandboxedProcessRunner } from "./create-sandboxed-process-runner.ts";
import { runCommand } from "./testing/run-command.ts";

const APPARMOR =
  "Allow user namespaces for bubblewrap: printf 'abi <abi/4.0>,\\nprofile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }\\n' | sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap";

/** A bubblewrap that knows its version and cannot start anything, as on a new Ubuntu. */
async function openFailing() {
  const folder = await mkdtemp(join(tmpdir(), "failing-bwrap-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const bubblewrap = join(folder, "bwrap");
  const script =
    '#!/bin/sh\n[ "$1" = --version ] && echo "bubblewrap 0.9.0" && exit 0\necho "bwrap: setting up uid map: Permission denied" >&2\nexit 1\n';
  await writeFile(bubblewrap, script, { mode: 0o755 });
  return { folder, runner: createSandboxedProcessRunner({ bubblewrap }) };
}

it("does not count a bubblewrap that cannot start anything, and names the fix in one line", async () => {
  const { runner } = await openFailing();
  expect(await runner.sandbox()).toEqual({
    kind: "none",
    why: "bubblewrap does not work here: The command was not started: bwrap: setting up uid map: Permission denied",
    install: APPARMOR,
  });
});

it("runs nothing in a bubblewrap that cannot start anything", async () => {
  const { runner, folder } = await openFailing();
  const run = runCommand(runner, folder, "touch ran", { unsandboxed: false });
  await expect(run).rejects.toThrow("There is no sandbox: bubblewrap does not work here");
  expect(await readdir(folder)).toEqual(["bwrap"]);
});

it.each([
  ["bwrap: setting up uid map: Permission denied", APPARMOR],
  ["bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted", APPARMOR],
  [
    "bwrap: No permissions to create new namespace, likely because the kernel forbids it",
    "Allow user namespaces for bubblewrap: sudo sysctl -w kernel.unprivileged_userns_clone=1",
  ],
  [
    "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)",
    "Allow user namespaces for bubblewrap: sudo sysctl -w user.max_user_namespaces=15000",
  ],
  ["bwrap: something else", "Allow user namespaces for bubblewrap on this machine"],
])("names the fix of %s", (message, fix) => {
  expect(namespaceFix(message)).toBe(fix);
});
