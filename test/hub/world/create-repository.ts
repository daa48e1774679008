import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Account, HubRepository } from "./accounts.ts";
import { runGit } from "./run-git.ts";
import type { World } from "./world.ts";

/** Refuses the refs that the hub listed, with git's own report. Branches that forbid it cannot be deleted. */
const UPDATE_HOOK = `#!/bin/sh
printf '%s\\n' "$HUB_REFUSED" | while read -r ref reason; do
  if [ "$ref" = "$1" ]; then
    echo "$reason" >&2
    exit 1
  fi
done
`;

/** Creates an empty bare repository, or a fork with the branches of its parent. */
export async function createBareRepository(
  world: World,
  owner: Account,
  name: string,
  parent: HubRepository | null,
): Promise<HubRepository> {
  const gitDir = join(world.root, owner.login, `${name}.git`);
  await mkdir(gitDir, { recursive: true });
  await runGit(gitDir, ["init", "--quiet", "--bare", "--initial-branch=main"]);
  await runGit(gitDir, ["config", "receive.hideRefs", "refs/pull"]);
  // GitHub serves any commit that it still has, for example the head before a force push.
  await runGit(gitDir, ["config", "uploadpack.allowAnySHA1InWant", "true"]);
  const hook = join(gitDir, "hooks", "update");
  await writeFile(hook, UPDATE_HOOK);
  await chmod(hook, 0o755);
  if (parent !== null)
    await runGit(gitDir, ["fetch", "--quiet", parent.gitDir, "refs/heads/*:refs/heads/*"]);
  const repository = { id: world.newId(), owner, name, gitDir, parent };
  world.repositories.push(repository);
  return repository;
}
