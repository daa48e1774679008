import { describe, expect, it } from "vitest";
import { formatOf, readArguments, withCommand } from "./global-options.ts";

describe("readArguments", () => {
  it.each([
    ["task list --json", "task list --json="],
    ["task list --json id,title", "task list --json=id,title"],
    ["task show --json cs-ab12", "task show --json= cs-ab12"],
    ["approve --json abc def", "approve --json= abc def"],
    ["task list --json=id", "task list --json=id"],
    ["task add -- --json", "task add -- --json"],
  ])("reads %s as %s", (given, read) => {
    expect(readArguments(given.split(" "))).toEqual(read.split(" "));
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
    expect(withCommand(given.split(" ").filter(Boolean))).toEqual(read.split(" "));
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
    expect(withCommand(given.split(" ").filter(Boolean), true)).toEqual(read.split(" "));
  });
});

describe("formatOf", () => {
  it("prefers JSON, then plain lines, then text", () => {
    expect(formatOf({ json: "", plain: true })).toEqual({ as: "json", fields: [] });
    expect(formatOf({ json: "id,title" })).toEqual({ as: "json", fields: ["id", "title"] });
    expect(formatOf({ plain: true })).toEqual({ as: "plain" });
    expect(formatOf({ pager: false })).toEqual({ as: "text", quiet: false, pager: false });
  });
});
