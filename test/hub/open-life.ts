import type { Task } from "@countersign/core";
import type { Forge, Principal } from "@countersign/engine";
import type { OpenEngine } from "../engine/open-engine.ts";
import { plainPolicy } from "../engine/plain-policy.ts";
import { openReviewedShop, type ReviewedShop } from "./engine/open-reviewed-shop.ts";
import { requireGate } from "./require-gate.ts";
import type { HubRule } from "./world/checks.ts";

/** How long a test waits for the engine to follow. */
export const WAIT = { timeout: 60_000, interval: 100 };

/** An engine that is connected to a hub with one repository. Ben's account is linked. */
export type Life = {
  shop: ReviewedShop;
  engine: OpenEngine;
  /** The id of the repository. */
  repo: string;
  /** The engine's own clone. */
  clonePath: string;
  /** Ben, who owns the repository. */
  owner: Principal;
  mainTip(): Promise<string | null>;
  /** Describes the checks of a commit. */
  checkOf(commit: string): Promise<string>;
  taskOf(number: number): Promise<Task | null>;
  phaseOf(number: number): Promise<Task["phase"]["is"] | undefined>;
  /** Lets Ben approve a commit of a pull request on GitHub. */
  approve(number: number, commit: string): Promise<void>;
  holdOf(): Promise<string | null>;
};

type LifeOptions = {
  merge?: object;
  checks?: readonly object[];
  rules?: readonly HubRule[];
  /** Milliseconds between polls. Default 1,000. */
  pollMs?: number;
  /** Changes the forge that the engine calls. */
  wrapForge?: (forge: Forge) => Forge;
};

/**
 * Opens an engine with the real adapter, git over https and GitHub's rules; no webhook arrives. The target requires
 * our check from our app; Ben may bypass that.
 */
export async function openLife({
  merge = {},
  checks = [],
  rules = [],
  pollMs = 1_000,
  wrapForge,
}: LifeOptions = {}): Promise<Life> {
  const plain = plainPolicy("ben");
  const shop = await openReviewedShop({
    policy: { checks, merge: { ...plain.merge, ...merge } },
    times: { lookMs: 100, pollMs },
    ...(wrapForge && { wrapForge }),
  });
  const { engine, repo } = shop;
  await requireGate(shop, rules);
  const owner = await engine.signIn({ actor: "ben", role: "human" });
  const all = await engine.engine.repositories(engine.ana);
  const clonePath = all.find(({ id }) => id === repo)?.path ?? "";
  const { mainTip, checkOf, taskOf, phaseOf, approve } = shop;
  return {
    ...{ shop, engine, repo, clonePath, owner, mainTip, checkOf, taskOf, phaseOf, approve },
    async holdOf() {
      const all = await engine.engine.repositories(engine.ana);
      return all.find(({ id }) => id === repo)?.hold?.why ?? null;
    },
  };
}
