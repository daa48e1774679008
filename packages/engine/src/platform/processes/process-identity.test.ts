import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, vi } from "vitest";
import {
  isAlive,
  isRunning,
  matchProcess,
  PROCESS_NAME,
  processName,
  processStartedMs,
} from "./process-identity.ts";

const FOREVER = ["-e", "console.log(1); setInterval(Boolean, 1e6)"];

describe.each(["proc", "ps"] as const)("a process, from %s", (source) => {
  it("is alive while it runs, also one of another user", () => {
    expect(isAlive(process.pid, source)).toBe(true);
    expect(isAlive(1, source)).toBe(true);
  });

  it("is not alive once it ended, also while no parent has asked how", async () => {
    // The shell turns into a program that never asks about the child that the shell had.
    const parent = spawn("/bin/sh", ["-c", "/bin/sleep 0.3 & echo $!; exec /bin/sleep 60"]);
    const [line] = await once(parent.stdout, "data");
    const child = Number(String(line));
    try {
      expect(isAlive(child, source)).toBe(true);
      const name = processName(child, source);
      await vi.waitFor(() => expect(isAlive(child, source)).toBe(false), 20_000);
      expect(process.kill(child, 0)).toBe(true); // its number is still taken
      expect(matchProcess(name, Infinity, source)).toBe("gone");
    } finally {
      parent.kill();
      await once(parent, "exit");
    }
    expect(isAlive(parent.pid ?? 0, source)).toBe(false);
  });

  it("is known by its number and its start time", () => {
    const name = processName(process.pid, source);
    expect(name).toMatch(new RegExp(`^${PROCESS_NAME}$`));
    expect(matchProcess(name, Infinity, source)).toBe("same");
    expect(matchProcess(processName(1, source), Infinity, source)).toBe("same");
    const earlier = source === "proc" ? "1" : "s1";
    expect(matchProcess(`${process.pid}.${earlier}`, Infinity, source)).toBe("gone");
  });

  it("started when this test started it", async () => {
    const child = spawn(process.execPath, FOREVER);
    await once(child.stdout, "data");
    const startedMs = processStartedMs(child.pid ?? 0, source) ?? 0;
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(Math.abs(Date.now() - startedMs)).toBeLessThan(20_000);
    expect(processStartedMs(child.pid ?? 0, source)).toBeNull();
  });

  it("is not the one of a name that was written before it started", () => {
    const startedMs = processStartedMs(process.pid, source) ?? 0;
    expect(matchProcess(`${process.pid}.`, startedMs + 1_000, source)).toBe("unsure");
    expect(matchProcess(`${process.pid}`, startedMs - 60_000, source)).toBe("gone");
  });
});

describe("a name", () => {
  it("of the other source cannot be compared", () => {
    expect(matchProcess(processName(process.pid, "proc"), Infinity, "ps")).toBe("unsure");
    expect(matchProcess(processName(process.pid, "ps"), Infinity, "proc")).toBe("unsure");
  });

  it("is read as every release wrote it", () => {
    const name = processName();
    expect(isRunning(name)).toBe(true);
    expect(isRunning(`${name.replace(".", " ")}\n`)).toBe(true);
    expect(isRunning(`${process.pid} 1\n`)).toBe(false);
    expect(isRunning(`${process.pid}.`)).toBe(true);
    expect(isRunning(`${process.pid}`)).toBe(true);
  });

  it.each(["", "0", "-1", "x", "4711.x", "99999999999"])(
    "that is none, %j, is of no process",
    (name) => {
      expect(matchProcess(name)).toBe("gone");
    },
  );
});
