import { type Client, createClient } from "@countersign/api";
import { createToken } from "@countersign/engine";
import { Pool } from "pg";
import type { Workshop } from "../../packages/adapters/src/git/testing/plain-git.ts";
import { openShop, POLICY } from "../engine/open-engine.ts";

/** The one organisation of a server without accounts. */
export const ORG = "local";

/** A repository with branches that can be merged in any order. */
export function openShopWithWork(branches: readonly string[], policy: object): Workshop {
  const shop = openShop({ ...POLICY, checks: [], ...policy });
  for (const name of branches) {
    shop.git("checkout", "--quiet", "--detach", "main");
    shop.write(`${name}.txt`, `${name}\n`);
    shop.commit(`Work on ${name}`);
    shop.git("branch", name);
  }
  shop.git("checkout", "--quiet", "--detach", "main");
  return shop;
}

export type SignedIn = { agent: Client; person: Client; admin: Client };

/** Clients of an agent, of a person and of whoever runs the server. */
export async function signIn(appUrl: string, baseUrl: string): Promise<SignedIn> {
  const pool = new Pool({ connectionString: appUrl, max: 1 });
  const clientOf = async (actor: string, role: "author" | "human" | "admin") => {
    const { token } = await createToken(pool, ORG, { actor, role });
    return createClient({ baseUrl, token });
  };
  try {
    return {
      agent: await clientOf("claude", "author"),
      person: await clientOf("ana", "human"),
      admin: await clientOf("root", "admin"),
    };
  } finally {
    await pool.end();
  }
}
