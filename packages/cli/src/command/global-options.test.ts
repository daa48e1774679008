import { describe, expect, it } from "vitest";
import { addDefaultCommand, normalizeArguments, outputFormat } from "./global-options.ts";

describe("readArguments", () => {
  it.each([
    ["task list --json", "task list --json="],
    ["task list --json id,title", "task list --json=id,title"],
    ["task show --json cs-ab12", "task show --json= cs-ab12"],
    ["approve --json abc def", "approve --json= abc def"],
    ["task list --json=id", "task list --json=id"],
    ["task add -- --json", "task add -- --json"],
  ])("reads %s as %s", (given, read) => {
    expect(normalizeArguments(given.split(" "))).toEqual(read.split(" "));
  });
});

describe("withCommand", () => {
  it.each([
    ["", "status"],
    ["--plain", "--plain status"],
    ["--repo /x --json=", "--repo /x --json= status"],
    ["inbox", "inbox"],
    ["--repo /x inbox", "--repo /x inbox"],
    ["--help", "--help"],
    ["-V", "-V"],
  ])("reads %j as %j", (given, read) => {
    expect(addDefaultCommand(given.split(" ").filter(Boolean))).toEqual(read.split(" "));
  });
});

describe("withCommand at a terminal", () => {
  it.each([
    ["", "board"],
    ["--ascii --repo /x", "--ascii --repo /x board"],
    ["--json=", "--json= status"],
    ["--plain", "--plain status"],
    ["inbox", "inbox"],
  ])("reads %j as %j", (given, read) => {
    expect(addDefaultCommand(given.split(" ").filter(Boolean), true)).toEqual(read.split(" "));
  });
});

describe("formatOf", () => {
  it("prefers JSON, then plain lines, then text", () => {
    expect(outputFormat({ json: "", plain: true })).toEqual({ as: "json", fields: [] });
    expect(outputFormat({ json: "id,title" })).toEqual({ as: "json", fields: ["id", "title"] });
    expect(outputFormat({ plain: true })).toEqual({ as: "plain" });
    expect(outputFormat({ pager: false })).toEqual({ as: "text", quiet: false, pager: false });
  });
});
