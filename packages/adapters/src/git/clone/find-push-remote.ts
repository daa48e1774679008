import { join } from "node:path";
import { findGit } from "../program/git-settings.ts";
import { runGit } from "../program/run-git.ts";
import type { LocatedRepository } from "../refs/locate-repository.ts";
import { EMPTY_REPOSITORIES } from "./borrowed-directory.ts";

/** A repository that another one is pushed to, by the name in its configuration. */
export type PushRemote = { name: string; fetchUrl: string; pushUrls: readonly string[] };

const TIMEOUT_MS = 10_000;

/**
 * Finds the remote of a branch as `git push` does: the one that the branch or the repository names, else the only one,
 * else `origin`. Reads the repository's own configuration file without acting on it. Null if it names none.
 */
export async function findPushRemote(
  { common }: Pick<LocatedRepository, "common">,
  { branch, asked, git }: { branch: string; asked?: string | undefined; git?: string | undefined },
): Promise<PushRemote | null> {
  const settings = await readConfig(join(common, "config"), git);
  const last = (key: string) => settings.get(key)?.at(-1);
  const names = [...settings.keys()].flatMap((key) => /^remote\.(.+)\.url$/s.exec(key)?.[1] ?? []);
  const usual = names.filter((name) => name !== PROOFS_REMOTE);
  const name =
    asked ??
    last(`branch.${branch}.pushremote`) ??
    last("remote.pushdefault") ??
    last(`branch.${branch}.remote`) ??
    (usual.length === 1 ? usual[0] : "origin");
  const urls = settings.get(`remote.${name}.url`) ?? [];
  const [fetchUrl] = urls;
  if (name === undefined || fetchUrl === undefined) return null;
  return { name, fetchUrl, pushUrls: settings.get(`remote.${name}.pushurl`) ?? urls };
}

/** The remote that `init` adds to fetch proofs with. */
export const PROOFS_REMOTE = "countersign";

/** Reads a configuration file by keys, whose first and last parts are in lower case. */
async function readConfig(file: string, git: string | undefined): Promise<Map<string, string[]>> {
  const { output } = await runGit(
    { binary: findGit(git), home: EMPTY_REPOSITORIES, timeoutMs: TIMEOUT_MS },
    { args: ["config", "--file", file, "--no-includes", "--null", "--list"] },
  );
  const settings = new Map<string, string[]>();
  for (const entry of output.toString("utf8").split("\0")) {
    const at = entry.indexOf("\n");
    if (at === -1) continue;
    const key = entry.slice(0, at);
    settings.set(key, [...(settings.get(key) ?? []), entry.slice(at + 1)]);
  }
  return settings;
}
