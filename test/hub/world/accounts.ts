/** An account of the hub. Its id never changes; its login can. Commits belong to it by their e-mail address. */
export type Account = {
  id: number;
  login: string;
  type: "User" | "Bot" | "Organization";
  email: string;
};

/** A repository with its bare clone at `gitDir`. `parent` is the repository that it was forked from. */
export type HubRepository = {
  id: number;
  owner: Account;
  name: string;
  gitDir: string;
  parent: HubRepository | null;
};

export function repositoryName({ owner, name }: HubRepository): string {
  return `${owner.login}/${name}`;
}

/** The present time as GitHub writes it: without fractions of a second. */
export function timestamp(ms = Date.now()): string {
  return new Date(ms).toISOString().replace(/\.\d+/, "");
}
