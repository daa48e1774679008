import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { runGit } from "../world/run-git.ts";
import { type Account, repositoryName, type World } from "../world/world.ts";

export type AdminCalls = ReturnType<typeof createAdminCalls>;

/** What tests do to the hub that a person would do in the browser, or that only GitHub could do. */
export function createAdminCalls(world: World) {
  return {
    /** Creates an account, and a token with which it reads and pushes to every repository. */
    async createAccount({ login, type = "User" }: { login: string; type?: Account["type"] }) {
      const account: Account = { id: world.newId(), login, type };
      const token = `ghp_${randomBytes(18).toString("hex")}`;
      world.accounts.push(account);
      world.tokens.set(token, { kind: "user", account });
      return { ...account, token };
    },

    /** Creates an empty repository whose default branch is `main`. */
    async createRepository({ owner, name }: { owner: string; name: string }) {
      const account = world.accounts.find(({ login }) => login === owner);
      if (account === undefined) throw new Error(`There is no account ${owner}`);
      const gitDir = join(world.root, owner, `${name}.git`);
      await mkdir(gitDir, { recursive: true });
      await runGit(gitDir, ["init", "--quiet", "--bare", "--initial-branch=main"]);
      await runGit(gitDir, ["config", "receive.hideRefs", "refs/pull"]);
      const repository = { id: world.newId(), owner: account, name, gitDir, parent: null };
      world.repositories.push(repository);
      return {
        id: repository.id,
        name: repositoryName(repository),
        cloneUrl: `${world.url}/${repositoryName(repository)}.git`,
        gitDir,
      };
    },
  };
}
