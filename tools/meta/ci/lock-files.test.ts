import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

type LockEntry = { integrity?: string; link?: boolean; resolved?: string };
type LockFile = { packages: Record<string, LockEntry> };

const FILES = execFileSync("git", ["ls-files", "package-lock.json", "*/package-lock.json"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "");

/** The entries that npm downloads: everything below a node_modules that is not a link to a workspace. */
function downloads(path: string): [string, LockEntry][] {
  const { packages }: LockFile = JSON.parse(readFileSync(`${ROOT}${path}`, "utf8"));
  return Object.entries(packages).filter(
    ([name, { link }]) => name.includes("node_modules/") && link !== true,
  );
}

describe("lock files", () => {
  it("are found", () => {
    expect(FILES.length).toBeGreaterThanOrEqual(3);
    for (const path of FILES) expect(downloads(path).length).toBeGreaterThan(0);
  });

  it.each(FILES)("%s has a SHA-512 integrity value for every download", (path) => {
    const missing = downloads(path).filter(
      ([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""),
    );
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it.each(FILES)("%s names no download address", (path) => {
    const addressed = downloads(path).filter(([, { resolved }]) => resolved !== undefined);
    expect(addressed.map(([name]) => name)).toEqual([]);
  });
});
