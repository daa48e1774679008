import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { localFiles } from "../local-engine/files/local-files.ts";
import { changeEngineSettings } from "../local-engine/settings/engine-settings.ts";
import { checkRegistry } from "./check-registry.ts";

let home = "";
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "registry-"));
});
afterEach(async () => {
  await rm(home, { recursive: true });
});

const environment = () => ({ HOME: home, XDG_DATA_HOME: join(home, "data") });
const look = () => checkRegistry({ env: environment() });

describe("checkRegistry", () => {
  it.each([
    "",
    "fund=false\n",
    "registry=https://registry.npmjs.org\n",
    "registry=https://a:b@c.example/\n",
  ])("has nothing to say about %j", async (text) => {
    await writeFile(join(home, ".npmrc"), text);

    expect(await look()).toEqual([]);
  });

  it("proposes a registry of the person, until the settings have it", async () => {
    const { settings } = localFiles(environment());
    await writeFile(join(home, ".npmrc"), "registry = http://npm.example:4873\n");

    expect(await look()).toEqual([
      {
        level: "warn",
        about: "npm registry",
        says: "your npm uses http://npm.example:4873/, but dependencies for checks are installed from https://registry.npmjs.org/",
        fix: `Add "npmRegistry": "http://npm.example:4873/" to ${settings}`,
      },
    ]);

    const npmRegistry = "http://npm.example:4873";
    await changeEngineSettings(settings, (old) => ({ ...old, npmRegistry }));
    expect(await look()).toEqual([]);
  });
});
