import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  allowsUnsandboxed,
  changeEngineSettings,
  readEngineSettings,
  readOwnerRegistries,
} from "./engine-settings.ts";

let directory = "";
let file = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "settings-"));
  file = join(directory, "settings.json");
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

describe("the settings of the engine's owner", () => {
  it("allow nothing without a file", async () => {
    expect(await allowsUnsandboxed(file, "/work/shop")).toBe(false);
    expect((await readEngineSettings(file)).environment).toBeUndefined();
  });

  it("are readable for their owner alone, and keep keys of other releases", async () => {
    await writeFile(file, '{"roots": ["/work"]}', { mode: 0o600 });
    await changeEngineSettings(file, (old) => ({ ...old, unsandboxed: ["/work/shop"] }));

    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ roots: ["/work"] });
    expect(await allowsUnsandboxed(file, "/work/shop")).toBe(true);
    expect(await allowsUnsandboxed(file, "/work/other")).toBe(false);
  });

  it("list package registries, and none where an entry is no single host", async () => {
    expect(await readOwnerRegistries(file)).toEqual({ hosts: [], npm: null });
    const registries = ["npm.example", "10.0.0.5:4873"];
    await changeEngineSettings(file, (old) => ({
      ...{ ...old, registries, npmRegistry: "http://npm.example/path/" },
    }));
    expect(await readOwnerRegistries(file)).toEqual({
      ...{ hosts: registries, npm: "http://npm.example/path/" },
    });

    for (const wrong of [{ registries: ["*"] }, { npmRegistry: "https://me:pw@npm.example/" }]) {
      await writeFile(file, JSON.stringify(wrong), { mode: 0o600 });
      expect(await readOwnerRegistries(file)).toEqual({ hosts: [], npm: null });
    }
  });

  it("count for nothing when others can write them or they cannot be read", async () => {
    await writeFile(file, '{"unsandboxed": ["/work/shop"]}');
    await chmod(file, 0o622);
    expect(await allowsUnsandboxed(file, "/work/shop")).toBe(false);
    await expect(readEngineSettings(file)).rejects.toThrow("Another account can change");

    await chmod(file, 0o600);
    await writeFile(file, '{"unsandboxed": true}');
    expect(await allowsUnsandboxed(file, "/work/shop")).toBe(false);
    await expect(changeEngineSettings(file, (old) => old)).rejects.toThrow("cannot be read");
  });
});
