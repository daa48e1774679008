import { readdir } from "node:fs/promises";
import { join } from "node:path";

const VERSION = /^java-\d+-openjdk$/;

/** Settings of remote management, which may hold passwords. */
const MANAGEMENT = "management";

/** Settings of Java, which Debian keeps outside of its installation: without them no Java program starts. */
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

/** Empty for a folder that is not there. */
async function listFolder(path: string): Promise<string[]> {
  return await readdir(path).catch(() => []);
}
