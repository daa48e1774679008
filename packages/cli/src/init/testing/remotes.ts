import { SAMPLES, type Sample } from "./repositories.ts";

/** Repositories with remotes. */
const REMOTES: readonly Sample[] = [
  {
    name: "with a remote",
    async make({ git }) {
      await git("remote", "add", "origin", "https://example.com/shop.git");
      return undefined;
    },
    plan: { ".git/config": "edit" },
  },
  {
    name: "with a remote of the name that fetches proofs",
    async make({ git }) {
      await git("remote", "add", "countersign", "https://example.com/countersign.git");
      await git("remote", "add", "origin", "https://example.com/shop.git");
      return undefined;
    },
    plan: { ".git/config": "leave" },
  },
];

export const ALL_SAMPLES: readonly Sample[] = [...SAMPLES, ...REMOTES];
