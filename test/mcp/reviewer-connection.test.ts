import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it, vi } from "vitest";
import { createClient } from "../../packages/api/src/index.ts";
import { keepReviewerConnected } from "../../packages/mcp/src/index.ts";
import { openMcpLab, REVIEWER } from "./mcp-lab.ts";

const lab = await openMcpLab();
afterAll(() => lab.close());

const worktree = async () =>
  ({ is: "worktree", repo: "shop", branch: "work", worktree: "/", formerTask: null }) as const;
const clientOf = (actor: string, role: "author" | "reviewer") =>
  createClient({ baseUrl: lab.server.url, token: lab.token(actor, role) });
const unexpected = (error: Error) => expect.unreachable(error.message);

describe("a reviewer's connection", () => {
  it("is announced at once and again until it ends", async () => {
    const client = clientOf(REVIEWER, "reviewer");
    const settings = { client, role: "reviewer", place: worktree } as const;
    const connection = keepReviewerConnected(settings, unexpected, 20);
    await vi.waitFor(() => expect(lab.engine.connections.length).toBeGreaterThan(2));
    connection.stop();
    await wait(100);
    const announced = lab.engine.connections.length;
    await wait(200);

    expect(lab.engine.connections).toHaveLength(announced);
    expect(new Set(lab.engine.connections)).toEqual(new Set([`${REVIEWER} shop`]));
  });

  it("is never announced for an author, nor outside a registered repository", async () => {
    const before = lab.engine.connections.length;
    const outside = async () => ({ is: "outside" }) as const;
    const connections = [
      keepReviewerConnected(
        { client: clientOf("codex", "author"), role: "author", place: worktree },
        unexpected,
        20,
      ),
      keepReviewerConnected(
        { client: clientOf(REVIEWER, "reviewer"), role: "reviewer", place: outside },
        unexpected,
        20,
      ),
    ];
    await wait(200);
    for (const connection of connections) connection.stop();

    expect(lab.engine.connections).toHaveLength(before);
  });

  it("goes on after an engine that did not answer", async () => {
    const before = lab.engine.connections.length;
    const failures: string[] = [];
    let asked = 0;
    const place = async () => {
      asked += 1;
      if (asked === 1) throw new Error("The engine is gone");
      return worktree();
    };
    const client = clientOf(REVIEWER, "reviewer");
    const connection = keepReviewerConnected(
      { client, role: "reviewer", place },
      ({ message }) => failures.push(message),
      20,
    );
    await vi.waitFor(() => expect(lab.engine.connections.length).toBeGreaterThan(before));
    connection.stop();

    expect(failures).toEqual(["The engine is gone"]);
  });
});
