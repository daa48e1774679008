import { setTimeout as pause } from "node:timers/promises";
import type { ReportedSession, RepositorySummary } from "@countersign/engine";
import { afterAll } from "vitest";
import { openShop } from "../engine/open-engine.ts";
import { plainPolicy } from "../engine/plain-policy.ts";
import type { WaitingTask } from "./hand-in-change.ts";
import { type Lab, openLab } from "./open-lab.ts";

/** A policy that accepts commits of Ana, who commits as Ada. */
export const ACCEPTING = {
  ...plainPolicy("ana"),
  people: { owner: ["ana"], emails: { "ada@acme.test": "ana", "bot@acme.test": null } },
  merge: { graceSeconds: 0, foreign: "accept" },
};

/** An engine whose repository `shop` accepts the owner's commits; `vault` protects its target. */
export type ForeignLab = Lab & {
  /** What hooks are said to have told the engine. */
  heard: ReportedSession[];
  session(more: Partial<ReportedSession>): ReportedSession;
  line(repo?: string): Promise<RepositorySummary>;
  /** Waits until the engine has accepted or held where main is now, and tells which. */
  outcome(): Promise<string>;
  /** Commits a file on main, in its checkout, as the owner does. */
  commitOnMain(path: string, text: string, message?: string): string;
  reject(waiting: WaitingTask): Promise<void>;
  /** Puts main back to the accepted commit and lets the engine see it there. */
  putBack(): Promise<void>;
  vault: ReturnType<typeof openShop>;
};

export async function openForeignLab(): Promise<ForeignLab> {
  const heard: ReportedSession[] = [];
  const lab = await openLab(ACCEPTING, { lookMs: 50, heardSessions: async () => heard });
  const { engine, shop, ana, admin, key } = lab;
  const vault = openShop({ ...ACCEPTING, merge: { foreign: "protected" } });
  afterAll(() => vault.remove());
  await engine.addRepository(admin, { path: vault.repo, id: "vault" });
  const line = async (repo = "shop") => {
    const found = (await engine.repositories(ana)).find(({ id }) => id === repo);
    if (found === undefined) throw new Error(`There is no repository ${repo}`);
    return found;
  };
  return {
    ...lab,
    heard,
    vault,
    line,
    session: (more) => ({
      agent: "claude-code",
      session: "0b5e0f7c-1111",
      worktree: shop.repo,
      heardMs: Date.now(),
      isAtWork: false,
      ...more,
    }),
    async outcome() {
      const tip = shop.git("rev-parse", "main");
      for (const end = Date.now() + 60_000; Date.now() < end; await pause(20)) {
        const { tip: accepted, hold } = await line();
        if (hold !== null) return `${hold.why}: ${hold.detail}`;
        if (accepted === tip) return "accepted";
      }
      return "neither";
    },
    commitOnMain(path, text, message = "Say more") {
      shop.write(path, text);
      return shop.commit(message);
    },
    async reject({ task, round: { number, content } }) {
      const shown = { round: number, tree: content.tree };
      await engine.command(ana, key(), task, { type: "reject", ...shown, reason: "A back door" });
    },
    async putBack() {
      const { tip, hold } = await line();
      if (hold === null) return;
      shop.git("update-ref", "refs/heads/main", tip);
      shop.git("checkout", "--quiet", "--force", "main");
      shop.git("reset", "--quiet", "--hard", tip);
      await engine.releaseRepository(ana, "shop", { tip, reason: "Put back" });
      await pause(150);
    },
  };
}
