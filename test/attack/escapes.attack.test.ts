import { beforeAll, describe, expect, it } from "vitest";
import type { EscapeArea } from "../sandbox/escape.ts";
import { type EscapeResult, problemOf, tryEscapes } from "../sandbox/try-escapes.ts";

const AREAS: readonly EscapeArea[] = [
  "files",
  "symlinks",
  "temporary files",
  "sockets",
  "network",
  "signals",
  "processes",
  "environment",
  "descriptors",
  "devices",
  "rights",
];

let results: EscapeResult[] = [];
beforeAll(async () => {
  results = await tryEscapes();
});

describe("I13 No secret leaves: the corpus of escapes", () => {
  it.each(AREAS)(
    "has no escape by %s, and each that can be shown succeeds without the sandbox",
    (area) => {
      const own = results.filter(({ tried }) => tried.area === area);
      const problems = own.map((result) => [result.tried.name, problemOf(result)] as const);
      expect(problems.filter(([, problem]) => problem !== null)).toEqual([]);
      expect(own.length).toBeGreaterThan(2);
    },
  );

  it("shows at least 40 escapes that the sandbox alone prevents", () => {
    expect(results.filter(({ outside }) => outside === true).length).toBeGreaterThanOrEqual(40);
  });
});
