import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, vi } from "vitest";
import { isAlive, isRunning, processName } from "./is-alive.ts";

it("is true for a process at work, and for one of another user", () => {
  expect(isAlive(process.pid)).toBe(true);
  expect(isAlive(1)).toBe(true);
});

it("is false for a process that ended, also while nobody has asked how", async () => {
  // The shell turns into a program that never asks about the child that the shell had.
  const parent = spawn("/bin/sh", ["-c", "/bin/sleep 0.1 & echo $!; exec /bin/sleep 60"]);
  const [line] = await once(parent.stdout, "data");
  const child = Number(String(line));
  try {
    expect(isAlive(child)).toBe(true);
    await vi.waitFor(() => expect(isAlive(child)).toBe(false), 20_000);
    expect(process.kill(child, 0)).toBe(true); // its number is still taken
  } finally {
    parent.kill();
    await once(parent, "exit");
  }
  expect(isAlive(parent.pid ?? 0)).toBe(false);
});

it("knows a process by its number and its beginning, because numbers are used again", () => {
  expect(processName()).toMatch(/^[0-9]+\.[0-9]+$/);
  expect(isRunning(processName())).toBe(true);
  expect(isRunning(processName(1))).toBe(true);
  expect(isRunning(`${process.pid}.1`)).toBe(false);
  expect(isRunning(`${process.pid}.`)).toBe(true);
});
