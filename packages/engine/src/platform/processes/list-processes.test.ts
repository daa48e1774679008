import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { listMarked, listProcesses } from "./list-processes.ts";

const PARENT = "sleep 60 & echo $!; wait";

describe.each(["proc", "ps"] as const)("processes, from %s", (source) => {
  it("are listed with parent, group, memory and start, and without those that ended", async () => {
    const shell = spawn("/bin/sh", ["-c", PARENT], { detached: true, stdio: "pipe" });
    const child = Number(String((await once(shell.stdout, "data"))[0]));
    // The shell tells the number before its child has turned into another program.
    const lines = await vi.waitFor(async () => {
      const all = (await listProcesses(source)) ?? [];
      expect(all.find(({ pid }) => pid === child)?.name).toBe("sleep");
      return all;
    }, 20_000);
    process.kill(-(shell.pid ?? 0), "SIGKILL");
    await once(shell, "exit");

    const own = lines.find(({ pid }) => pid === process.pid);
    const found = lines.find(({ pid }) => pid === child);
    expect(found).toMatchObject({ parent: shell.pid, group: shell.pid, name: "sleep" });
    expect(own?.residentBytes).toBeGreaterThan(20_000_000);
    expect(own?.residentBytes).toBeLessThan(8_000_000_000);
    expect(found?.startMs).toBeGreaterThanOrEqual(own?.startMs ?? Infinity);
    expect((await listProcesses(source))?.some(({ pid }) => pid === shell.pid)).toBe(false);
  });

  it("are found by a text in their environment", async () => {
    const mark = `MARKED=by-${source}-${process.pid}`;
    const env = { MARKED: `by-${source}-${process.pid}` };
    const child = spawn("/bin/sh", ["-c", "echo 1; read x"], { env, stdio: "pipe" });
    await once(child.stdout, "data");
    expect(await listMarked(mark, source)).toEqual([child.pid]);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await listMarked(mark, source)).toEqual([]);
  });
});
