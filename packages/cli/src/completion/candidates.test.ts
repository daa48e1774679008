import { describe, expect, it } from "vitest";
import { COMMANDS } from "../command-table/commands.ts";
import { offerFor } from "./candidates.ts";

async function words(line: string): Promise<string[]> {
  return (await offerFor(COMMANDS, line.split(" "))).words.map(({ word }) => word);
}

describe("offerFor", () => {
  it.each([
    ["app", ["approve"]],
    ["task cl", ["claim"]],
    ["--plain task cl", ["claim"]],
    ["--repo /x task cl", ["claim"]],
    ["completion z", ["zsh"]],
    ["help e", ["exit-codes", "environment"]],
    ["approve --no", ["--note", "--no-input"]],
    ["task submit --ti", ["--title", "--timeout"]],
    ["nothing x", []],
    ["task submit --title ", []],
  ])("offers for %j", async (line, offered) => {
    expect(await words(line)).toEqual(offered);
  });

  it("offers every command but hidden ones", async () => {
    expect(await words("")).toEqual(
      expect.arrayContaining(["status", "task", "finding", "--json"]),
    );
    expect(await words("")).not.toContain("complete");
  });

  it.each([
    ["approve cs-", "task"],
    ["task show ", "task"],
    ["finding show F", "finding"],
    ["repo release s", "repository"],
    ["config import --from chains ", "file"],
    ["status ", null],
  ])("knows for %j what kind of thing follows", async (line, things) => {
    expect((await offerFor(COMMANDS, line.split(" "))).things).toBe(things);
  });
});
