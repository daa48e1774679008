import { describe, expect, it } from "vitest";
import type { MachineStep } from "../schemas/task-view.ts";
import { atWorkText, machineStepText } from "./machine-step-text.ts";

const at = (step: MachineStep["step"], reviewer: string, sinceMs: number): MachineStep => ({
  requirement: `check:${reviewer}`,
  ...{ reviewer, step, sinceMs },
});

describe("machineStepText", () => {
  it.each([
    ["preparing", 60_000, "installing dependencies, 40 s"],
    ["running", 99_900, "running, 0 s"],
    ["running", 200_000, "running, 0 s"],
    ["reviewing", -25_000, "reviewing, 2 min 5 s"],
  ] as const)("tells %s since %i", (step, sinceMs, text) => {
    expect(machineStepText(at(step, "test", sinceMs), 100_000)).toBe(text);
  });
});

describe("atWorkText", () => {
  it("tells a step that several machines share once", () => {
    const atWork = [
      at("preparing", "test", 60_000),
      at("preparing", "lint", 70_000),
      at("reviewing", "codex", 95_000),
    ];

    expect(atWorkText({ atWork }, 100_000)).toBe(
      "test, lint: installing dependencies, 40 s; codex: reviewing, 5 s",
    );
    expect(atWorkText({ atWork: [] }, 100_000)).toBeNull();
  });
});
