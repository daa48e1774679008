import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nodeVersionProblem } from "./node-version.ts";

describe("tooOld", () => {
  it.each(["20.20.2", "22.17.1", "18.0.0", "9.11.2"])("refuses Node %s", (version) => {
    expect(nodeVersionProblem(version)).toBe(
      `countersign needs Node 22.18 or newer, but this is Node ${version}. Upgrade Node and run the command again.`,
    );
  });

  it.each(["22.18.0", "22.20.1", "24.0.0", "26.1.0"])("takes Node %s", (version) => {
    expect(nodeVersionProblem(version)).toBeNull();
  });

  it("asks for what the package asks for", () => {
    const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
    expect(JSON.parse(manifest).engines.node).toBe(">=22.18");
  });
});
