import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readKeyChanges, readThemeFile } from "./board-files.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "countersign-board-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function configure(name: string, text: string): Promise<void> {
  await mkdir(join(home, ".config", "countersign"), { recursive: true });
  await writeFile(join(home, ".config", "countersign", name), text);
}

describe("files of the person's own", () => {
  it("are read from their configuration, and are missing without harm", async () => {
    expect(await readKeyChanges({ HOME: home })).toEqual({});
    expect(await readThemeFile({ HOME: home })).toBeNull();
    await configure("keys.json", '{"review.approve": "F"}');
    await configure("themes.json", '{"use": "dark"}');
    expect(await readKeyChanges({ HOME: home })).toEqual({ "review.approve": "F" });
    expect((await readThemeFile({ HOME: home }))?.written).toEqual({ use: "dark" });
    const elsewhere = { HOME: "/nowhere", XDG_CONFIG_HOME: join(home, ".config") };
    expect((await readThemeFile(elsewhere))?.written).toEqual({ use: "dark" });
  });

  it("are refused where they are not what they should be", async () => {
    await configure("keys.json", "[1]");
    await expect(readKeyChanges({ HOME: home })).rejects.toThrow("is not a valid key map");
    await configure("themes.json", "{half");
    expect((await readThemeFile({ HOME: home }))?.written).toBeNull();
  });
});
