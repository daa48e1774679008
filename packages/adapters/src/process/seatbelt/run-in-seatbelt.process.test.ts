import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSandboxedProcessRunner } from "../create-sandboxed-process-runner.ts";
import { decodeText, runCommand } from "../testing/run-command.ts";
import { openStandIn } from "./testing/stand-in.ts";

describe("Seatbelt", () => {
  it("counts as a sandbox once its self-test has passed", async () => {
    const { runner } = await openStandIn("contains");
    expect(await runner.sandbox()).toMatchObject({
      kind: "seatbelt",
      gaps: expect.arrayContaining(["System calls are not filtered."]),
    });
  });

  it("does not count when an escape of its self-test succeeds, and then runs nothing", async () => {
    const { runner, folder } = await openStandIn("contains nothing");
    expect(await runner.sandbox()).toMatchObject({
      kind: "none",
      why: "Seatbelt does not count: its self-test failed: a command reads a file, lists a folder, appends to a file, runs a program, follows a link that it made, makes a hard link, connects to a socket, connects to a server of this machine, stops a process",
    });
    const run = runCommand(runner, folder, "touch ran", { unsandboxed: false });
    await expect(run).rejects.toThrow("There is no sandbox: Seatbelt does not count");
    expect(await readdir(folder)).not.toContain("ran");
  });

  it("does not count when it runs nothing at all", async () => {
    const { runner } = await openStandIn("refuses everything");
    expect(await runner.sandbox()).toMatchObject({
      kind: "none",
      why: "Seatbelt does not count: The command was not started: sandbox-exec: no profile",
    });
    const absent = createSandboxedProcessRunner({ platform: "darwin", seatbelt: "/nowhere/s" });
    expect(await absent.sandbox()).toMatchObject({ why: "sandbox-exec is not on this Mac" });
  });

  it("runs a command with its profile, a clean environment and a temporary folder that goes away", async () => {
    const { runner, folder, words } = await openStandIn("contains");
    const directory = join(folder, 'a "quoted" (checkout)');
    await mkdir(directory);
    const command =
      'env | cut -d= -f1 | sort | tr "\\n" " "; touch here "$TMPDIR/there"; ls /dev/fd; exit 3';
    const ended = await runCommand(runner, directory, command, { env: { OWN: "1" } });
    expect(ended).toMatchObject({ end: { how: "exited", code: 3 }, sandboxed: true, directory });
    expect(decodeText(ended.stdout)).toBe(
      "CI COUNTERSIGN_RUN HOME LANG OWN PATH PWD SHLVL TMPDIR 0\n1\n2\n3\n",
    );
    expect(await readdir(directory)).toEqual(["here"]);

    const [option, profile = "", env, clean, ...rest] = await words();
    expect([option, env, clean]).toEqual(["-p", "/usr/bin/env", "-i"]);
    const quoted = JSON.stringify(directory);
    expect(profile).toMatch(/^\(version 1\)\n\(deny default\)\n/);
    expect(profile).toContain(`(allow file-write* (subpath ${quoted}) (subpath "`);
    const temporary = rest.find((word) => word.startsWith("TMPDIR="))?.slice("TMPDIR=".length);
    expect(profile).toContain(`(subpath "${temporary}"))\n`);
    await expect(readdir(temporary ?? "")).rejects.toThrow("ENOENT");
    expect(rest).toContain(`HOME=${temporary}/home`);
    expect(rest.at(-1)).toBe(command);
  });

  it("lets a directory be read only, and names the one port that leads to the gateway", async () => {
    const { runner, folder, words } = await openStandIn("contains");
    const { stdout } = await runCommand(runner, folder, "echo $GATEWAY_PORT", {
      readOnly: true,
      network: { socket: folder },
    });
    const [, profile = ""] = await words();
    const port = decodeText(stdout).trim();
    expect(Number(port)).toBeGreaterThan(0);
    expect(profile).toContain(`(allow network-outbound (literal "${folder}"))`);
    expect(profile).toContain(`(allow network-bind (local ip "localhost:${port}"))`);
    expect(profile).not.toMatch(new RegExp(`file-write\\* .*${folder}"`));
  });
});
