import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { createBatches } from "./batches.ts";
import { readMarkers } from "./read-markers.ts";

const directory = mkdtempSync(join(tmpdir(), "countersign-markers-"));
execFileSync("git", ["init", "--quiet", directory]);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function markersOf(file: string) {
  writeFileSync(join(directory, "countersign.json"), file);
  return await readMarkers({ directory, env: {} });
}

describe("the markers of a configuration", () => {
  it.each([
    { debounceMs: 5, batches: [["first"], ["second"]] },
    { debounceMs: 2_000, batches: [["first", "second"]] },
  ])("collect lines for $debounceMs ms", async ({ debounceMs, batches }) => {
    const markers = await markersOf(
      JSON.stringify({ people: { owner: ["ana"] }, markers: { debounceMs } }),
    );
    const seen: (readonly string[])[] = [];
    const collected = createBatches<string>(markers.debounceMs, async (items) => {
      seen.push(items);
    });
    collected.add(["first"]);
    await pause(100);
    collected.add(["second"]);
    await collected.end();

    expect(seen).toEqual(batches);
  });

  it("say which words act", async () => {
    const forms = { structured: false, naturalLanguage: "suggest" };

    expect(await markersOf(JSON.stringify({ markers: forms }))).toMatchObject({ forms });
  });

  it("let no words act where the configuration cannot be read", async () => {
    expect(await markersOf('{ "markers": 1 }')).toEqual({
      forms: { structured: false, naturalLanguage: "off" },
      debounceMs: 0,
    });
  });
});
