import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createObjectCache } from "../format/object-cache.ts";
import type { GitCall } from "../program/git-call.ts";
import type { GitServer } from "../program/git-server.ts";
import { findGit, type GitSettings } from "../program/git-settings.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { runGit } from "../program/run-git.ts";
import { createPipelinedServer } from "./pipelined-server.ts";

/** Where the objects of a clone are. Alternates hold more of them. */
export type ObjectPlaces = { objects: string; alternates: readonly string[] };

export type BorrowOptions = {
  places: ObjectPlaces;
  format: "sha1" | "sha256";
  /** Git's absolute path. Default: found in the usual places. */
  git?: string | undefined;
};

/** Repositories without objects or refs, shipped with the program: git needs one, and must not use the clone's. */
export const EMPTY_REPOSITORIES = fileURLToPath(new URL("../empty-repositories/", import.meta.url));

const TIMEOUT_MS = 120_000;

/**
 * Opens the objects of a clone and nothing else of it: no configuration, hooks, attributes, grafts, replacements or
 * refs. Writes nothing, and recomputes the id of every object that it reads.
 */
export function borrowObjects({ places, format, git }: BorrowOptions): MirrorDirectory {
  const path = join(EMPTY_REPOSITORIES, format);
  const settings: GitSettings = { binary: findGit(git), home: path, timeoutMs: TIMEOUT_MS };
  const variables = {
    GIT_OBJECT_DIRECTORY: places.objects,
    ...(places.alternates.length === 0
      ? {}
      : { GIT_ALTERNATE_OBJECT_DIRECTORIES: places.alternates.map(quotePath).join(":") }),
  };
  const servers = new Map<string, GitServer>();
  const serverFor = (args: GitCall["args"]): GitServer => {
    const key = args.join("\0");
    const server =
      servers.get(key) ?? createPipelinedServer(settings, { gitDir: path, args, variables });
    servers.set(key, server);
    return server;
  };
  return {
    path,
    settings,
    cache: createObjectCache(),
    isBorrowed: true,
    run: (args, more = {}) =>
      runGit(settings, {
        ...more,
        args,
        gitDir: path,
        variables: { ...more.variables, ...variables },
      }),
    ask: (args, question) => serverFor(args).ask(question),
    rest: () => {
      for (const server of servers.values()) server.close();
      servers.clear();
    },
  };
}

/** Git splits the list at colons that are not in quotes. */
function quotePath(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&")}"`;
}
