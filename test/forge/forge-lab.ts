import { setTimeout as pause } from "node:timers/promises";
import type { Task } from "@countersign/core";
import type { ForgeHint } from "@countersign/engine";
import type { ForgeTimes } from "../../packages/engine/src/effects/upkeep/due-forge-reads.ts";
import { transact } from "../../packages/engine/src/platform/transact.ts";
import { linkAccount } from "../../packages/engine/src/store/forge/linked-accounts.ts";
import { linkRepository } from "../../packages/engine/src/store/forge/linked-repositories.ts";
import {
  lockChange,
  type StoredChange,
} from "../../packages/engine/src/store/forge/stored-changes.ts";
import { type OpenEngine, ORG, openEngine, POLICY } from "../engine/open-engine.ts";
import { ANA, createMemoryForge, type MemoryForge } from "./memory-forge.ts";

const HOST = "forge.test";
const FORGE_ID = 77;

export type ForgeLab = OpenEngine & {
  hub: MemoryForge;
  /** Fills the buckets of the rate limit, which a fast test would empty. */
  refill(): Promise<void>;
  /** Commits a file on top of a commit and returns the new commit. */
  commit(file: string, text: string, on?: string): string;
  /** Sends a webhook about a pull request, with a good signature. */
  hint(change: number | null, more?: Partial<ForgeHint>): Promise<string>;
  /** Returns a pull request as the engine has read it last. Null before that. */
  storedChange(number: number): Promise<StoredChange | null>;
  /** Returns the task of a pull request. Null while it has none. */
  taskOf(number: number): Promise<Task | null>;
  /** Waits until the task of a pull request looks as wanted. */
  follows(number: number, wanted: (task: Task) => boolean): Promise<Task>;
  /** Waits until the check of a head shows a state and title. */
  shows(head: string, wanted: string): Promise<void>;
};

/** Opens an engine whose repository is linked to a forge in memory. Ana's account is linked. */
export async function openForgeLab(
  policy: object = POLICY,
  times: ForgeTimes = {},
): Promise<ForgeLab> {
  const hub = createMemoryForge();
  const connection = { host: HOST, clones: "/nonexistent", forge: hub.forge };
  const lab = await openEngine(policy, {
    forge: connection,
    forgeTimes: { lookMs: 50, pollMs: 500, ...times },
    lookMs: 500,
  });
  const { pool } = lab.database;
  await transact(pool, ORG, async (session) => {
    const forge = { installation: 5, id: FORGE_ID, name: "acme/shop" };
    await linkRepository(session, { repo: "shop", host: HOST, forge }, { id: "root" });
    const account = { host: HOST, account: ANA.id, login: ANA.login, person: "ana" };
    await linkAccount(session, account, { id: "root" });
  });
  hub.control.tip = () =>
    lab.shop.git("for-each-ref", "--format=%(objectname)", "refs/heads/main").trim();
  let deliveries = 0;
  const storedChange = (number: number): Promise<StoredChange | null> =>
    transact(pool, ORG, (session) => lockChange(session, { repo: "shop", number }));
  const taskOf = async (number: number): Promise<Task | null> => {
    const stored = await storedChange(number);
    return stored?.taskId == null ? null : await lab.engine.task(lab.ana, stored.taskId);
  };
  return {
    ...lab,
    hub,
    async refill() {
      await lab.database.owner.query("DELETE FROM countersign.forge_budgets");
    },
    commit(file, text, on = "main") {
      lab.shop.git("checkout", "--quiet", "--detach", on);
      lab.shop.write(file, text);
      lab.shop.commit(`Change ${file}`);
      const head = lab.shop.git("rev-parse", "HEAD").trim();
      lab.shop.git("branch", "--force", `keep-${head}`, head);
      lab.shop.git("checkout", "--quiet", "--detach", "main");
      return head;
    },
    async hint(change, more = {}) {
      deliveries += 1;
      const hint: ForgeHint = {
        ...{ delivery: `d-${deliveries}`, installation: 5, change, about: "change" },
        repository: { id: FORGE_ID, name: "acme/shop" },
        commit: null,
        branch: null,
        pressed: null,
        group: null,
        ...more,
      };
      const body = new TextEncoder().encode(JSON.stringify(hint));
      return await lab.engine.acceptWebhook(new Map([["signature", "good"]]), body);
    },
    storedChange,
    taskOf,
    follows: (number, wanted) =>
      poll(
        () => taskOf(number),
        (task) => task !== null && wanted(task),
        (task) =>
          `pull request ${number}: ${JSON.stringify(task?.phase)} ${lab.lines.slice(-5).join("\n")}`,
      ).then((task) => task as Task),
    async shows(head, wanted) {
      const shown = async () => {
        const check = hub.checks.get(head);
        return check === undefined ? "none" : `${check.state}: ${check.title}`;
      };
      await poll(
        shown,
        (text) => text === wanted,
        (text) => `${text}, not ${wanted}; ${lab.lines.slice(-5).join("\n")}`,
      );
    },
  };
}

async function poll<Value>(
  read: () => Promise<Value>,
  wanted: (value: Value) => boolean,
  describe: (value: Value) => string,
): Promise<Value> {
  const end = Date.now() + 90_000;
  for (;;) {
    const value = await read();
    if (wanted(value)) return value;
    if (Date.now() > end) throw new Error(describe(value));
    await pause(25);
  }
}
