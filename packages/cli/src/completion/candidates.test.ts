import { describe, expect, it } from "vitest";
import { TREE } from "../tree/all.ts";
import { offerFor } from "./candidates.ts";

function words(line: string): string[] {
  return offerFor(TREE, line.split(" ")).words.map(({ word }) => word);
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
  ])("offers for %j", (line, offered) => {
    expect(words(line)).toEqual(offered);
  });

  it("offers every command but hidden ones", () => {
    expect(words("")).toEqual(expect.arrayContaining(["status", "task", "finding", "--json"]));
    expect(words("")).not.toContain("complete");
  });

  it.each([
    ["approve cs-", "task"],
    ["task show ", "task"],
    ["finding show F", "finding"],
    ["repo release s", "repository"],
    ["config import --from chains ", "file"],
    ["status ", null],
  ])("knows for %j what kind of thing follows", (line, things) => {
    expect(offerFor(TREE, line.split(" ")).things).toBe(things);
  });
});
