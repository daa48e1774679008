import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { javaSettings } from "./java-settings.ts";

const folder = await mkdtemp(join(tmpdir(), "java-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("javaSettings", () => {
  it("lists the settings of each version but those of remote management", async () => {
    for (const path of ["java-17-openjdk/security", "java-17-openjdk/management", "java-x"])
      await mkdir(join(folder, path), { recursive: true });
    await writeFile(join(folder, "java-17-openjdk/net.properties"), "");
    await writeFile(join(folder, "java-17-openjdk/management/jmxremote.password"), "");

    expect(await javaSettings(folder)).toEqual([
      join(folder, "java-17-openjdk/net.properties"),
      join(folder, "java-17-openjdk/security"),
    ]);
  });

  it("lists nothing where no Java is installed", async () => {
    expect(await javaSettings(join(folder, "none"))).toEqual([]);
  });
});
