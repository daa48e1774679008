import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { openWorkshop, type Workshop } from "./repositories.ts";

/** A repository with one commit, in a home of its own, beside all others of the directory. */
export async function repositoryWithCommit(
  directory: string,
  env: Record<string, string>,
): Promise<{ shop: Workshop; surroundings: Record<string, string> }> {
  const home = await mkdtemp(join(directory, "home-"));
  const root = join(await mkdtemp(join(directory, "place-")), "shop");
  await mkdir(root);
  const surroundings = { ...env, HOME: home };
  const shop = openWorkshop(root, home, surroundings);
  await shop.git("init", "--quiet", "--initial-branch=main");
  await shop.write("a.txt", "one\n");
  await shop.git("add", "-A");
  await shop.git("commit", "--quiet", "-m", "first");
  return { shop, surroundings };
}
