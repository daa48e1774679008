import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainPolicy } from "../engine/plain-policy.ts";
import { type BuiltShop, openBuiltShop } from "../hub/open-built-shop.ts";
import { AUTHORS } from "./authors.ts";
import type { Said } from "./model/said.ts";
import { startModelServer } from "./model/start-model-server.ts";

const PERSON = userInfo().username;
const WAIT = { timeout: 90_000, interval: 250 };
const BRANCH = "greeting";

describe.each(AUTHORS.filter(({ id }) => id === "claude-code"))("$name on GitHub", (author) => {
  let shop: BuiltShop;
  beforeAll(async () => {
    shop = await openBuiltShop({ ...plainPolicy(PERSON), trust: { forgeReviews: "all" } }, PERSON);
  });
  afterAll(async () => {
    await shop?.bench.close();
  });

  /** Runs one session in the agent's clone, whose model says these things one after another. */
  async function runSession(prompt: string, says: readonly Said[]): Promise<void> {
    const server = await startModelServer(({ calls }) => ({
      does: "say",
      said: says[calls] ?? { kind: "text", text: "That is all." },
    }));
    try {
      const home = await author.openHome(shop.bench);
      const { command, args, env } = author.session(prompt, server.url);
      await promisify(execFile)(command, [...args, "Bash"], {
        cwd: shop.clone.folder,
        env: { ...home, ...env, GIT_SSL_CAINFO: shop.hub.caPath },
        timeout: 120_000,
      });
    } finally {
      await server.close();
    }
  }

  it("pushes a branch, whose pull request is reviewed and merged", async () => {
    const { repository, clone, hub } = shop;
    const command = `git checkout -b ${BRANCH} && git add -A && git commit -m Greet && git push origin ${BRANCH}`;
    await runSession("Write a greeting and push it.", [
      author.write(`${clone.folder}/greeting.txt`, "hello\n"),
      { kind: "call", tool: "Bash", input: { command, description: "Push the branch" } },
      { kind: "text", text: "I pushed it." },
    ]);
    const commit = await hub.admin.readBranch({ repository, branch: BRANCH });
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    const { number } = await hub.admin.openPull({ repository, author: "ana", head: BRANCH });
    const check = async () => {
      const runs = await hub.admin.readCheckRuns({ repository, commit: commit ?? "" });
      return runs.map(({ status, conclusion }) => conclusion ?? status);
    };
    await expect.poll(check, WAIT).toEqual(["in_progress"]);

    await hub.admin.reviewPull({ repository, number, by: "ben", event: "APPROVE" });
    await expect.poll(check, WAIT).toEqual(["success"]);
    const isOnTarget = async () => {
      const { mergeCommit } = await hub.admin.readPull({ repository, number });
      return mergeCommit === (await hub.admin.readBranch({ repository, branch: "main" }));
    };
    await expect.poll(isOnTarget, WAIT).toBe(true);
    expect(await hub.admin.readDeviations()).toEqual([]);
  });
});
