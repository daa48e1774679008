import { randomBytes } from "node:crypto";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { type Account, type HubRepository, repositoryName } from "../world/accounts.ts";
import { createBareRepository } from "../world/create-repository.ts";
import type { World } from "../world/world.ts";
import { accountNamed, repositoryNamed } from "./find.ts";

export function createAccountCalls(world: World) {
  const describe = (repository: HubRepository) => ({
    id: repository.id,
    name: repositoryName(repository),
    cloneUrl: `${world.url}/${repositoryName(repository)}.git`,
    gitDir: repository.gitDir,
  });
  return {
    /** Creates an account, and a token with which it reads and writes every repository. */
    async createAccount({ login, type = "User" }: { login: string; type?: Account["type"] }) {
      const account: Account = { id: world.newId(), login, type, email: `${login}@example.com` };
      const token = `ghp_${randomBytes(18).toString("hex")}`;
      world.accounts.push(account);
      world.tokens.set(token, { kind: "user", account });
      return { ...account, token };
    },

    /** Gives an account another login. Another account may take the old one. */
    async renameAccount({ login, to }: { login: string; to: string }) {
      const account = accountNamed(world, login);
      const owned = world.repositories.filter(({ owner }) => owner === account);
      if (owned.length > 0) await rename(join(world.root, login), join(world.root, to));
      account.login = to;
      for (const repository of owned)
        repository.gitDir = join(world.root, to, `${repository.name}.git`);
    },

    /** Creates an empty repository whose default branch is `main`. */
    async createRepository({ owner, name }: { owner: string; name: string }) {
      return describe(await createBareRepository(world, accountNamed(world, owner), name, null));
    },

    async forkRepository({ repository, owner }: { repository: string; owner: string }) {
      const parent = repositoryNamed(world, repository);
      const account = accountNamed(world, owner);
      return describe(await createBareRepository(world, account, parent.name, parent));
    },
  };
}
