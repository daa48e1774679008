import { readdir } from "node:fs/promises";
import { join } from "node:path";

const VERSION = /^java-\d+-openjdk$/;

/** Settings of remote management, which may contain passwords. */
const MANAGEMENT = "management";

/**
 * Lists the settings of Java that Debian keeps outside of its installation. No Java program starts
 * without them.
 */
export async function javaSettings(folder = "/etc"): Promise<string[]> {
  const versions = (await listFolder(folder)).filter((name) => VERSION.test(name));
  const paths = await Promise.all(
    versions.map(async (version) => {
      const names = await listFolder(join(folder, version));
      return names.filter((name) => name !== MANAGEMENT).map((name) => join(folder, version, name));
    }),
  );
  return paths.flat().toSorted();
}

/** Lists a folder; empty if it is missing. */
async function listFolder(path: string): Promise<string[]> {
  return await readdir(path).catch(() => []);
}
