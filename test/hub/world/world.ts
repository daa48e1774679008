/** An account of the hub. Its id never changes; its login can. */
export type Account = { id: number; login: string; type: "User" | "Bot" | "Organization" };

/** A repository with its bare clone at `gitDir`. `parent` is the repository that it was forked from. */
export type HubRepository = {
  id: number;
  owner: Account;
  name: string;
  gitDir: string;
  parent: number | null;
};

/** A token of a person or a bot. */
export type UserToken = { kind: "user"; account: Account };

/** Everything that the hub knows besides git's own objects and refs. */
export type World = {
  /** Where the hub answers, without a slash at the end. */
  url: string;
  /** The folder of `owner/name.git`. */
  root: string;
  accounts: Account[];
  repositories: HubRepository[];
  tokens: Map<string, UserToken>;
  newId(): number;
};

export function createWorld(root: string): World {
  let lastId = 1000;
  return {
    url: "",
    root,
    accounts: [],
    repositories: [],
    tokens: new Map(),
    newId: () => ++lastId,
  };
}

export function repositoryName({ owner, name }: HubRepository): string {
  return `${owner.login}/${name}`;
}

export function findRepository(world: World, fullName: string): HubRepository | undefined {
  const name = fullName.toLowerCase();
  return world.repositories.find((one) => repositoryName(one).toLowerCase() === name);
}
