import { CountersignError } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { printFailure, printResult } from "./print.ts";
import type { Result } from "./result.ts";
import { createStyle } from "./style.ts";

const style = createStyle({ color: "never", ascii: false, env: {}, stream: {} });

function streams() {
  const written = { out: "", err: "" };
  return {
    written,
    streams: {
      out: { write: (text: string) => (written.out += text) },
      err: { write: (text: string) => (written.err += text) },
    },
  };
}

const result: Result = {
  schema: "task.list",
  data: [{ task: "cs-1", title: "a\tb" }],
  text: () => "cs-1  forgotten \u001b]0;title\u0007",
  plain: [["cs-1", "a\tb"]],
};

describe("printResult", () => {
  it("prints text for people, made safe once more", async () => {
    const { streams: to, written } = streams();
    await printResult(result, { as: "text", quiet: false, pager: true }, { streams: to, style });
    expect(written).toEqual({ out: "cs-1  forgotten ␛]0;title␇\n", err: "" });
  });

  it("prints nothing when it shall be quiet", async () => {
    const { streams: to, written } = streams();
    await printResult(result, { as: "text", quiet: true, pager: true }, { streams: to, style });
    expect(written.out).toBe("");
  });

  it("prints cells apart by tabs, so that no value can add a column", async () => {
    const { streams: to, written } = streams();
    await printResult(result, { as: "plain" }, { streams: to, style });
    expect(written.out).toBe("cs-1\ta␉b\n");
  });

  it("prints the envelope and nothing else", async () => {
    const { streams: to, written } = streams();
    await printResult(result, { as: "json", fields: ["task"] }, { streams: to, style });
    expect(JSON.parse(written.out)).toEqual({
      schema: "countersign/task.list/1",
      data: [{ task: "cs-1" }],
      next: null,
    });
  });
});

describe("printFailure", () => {
  const error = new CountersignError("not_found", "There is no task x");

  it("goes to stderr, as JSON where JSON was asked for", () => {
    const { streams: to, written } = streams();
    printFailure(error, { as: "json", fields: [] }, { streams: to, style, verbose: false });
    expect(written.out).toBe("");
    expect(JSON.parse(written.err).error.code).toBe("not_found");
  });

  it("tells where it happened only when asked to", () => {
    const { streams: to, written } = streams();
    const text = { as: "text", quiet: false, pager: false } as const;
    printFailure(error, text, { streams: to, style, verbose: false });
    expect(written.err).not.toContain("print.test.ts");
    printFailure(error, text, { streams: to, style, verbose: true });
    expect(written.err).toContain("print.test.ts");
  });
});
