import { createClient, type StreamLine } from "@countersign/api";
import { afterAll, describe, expect, it } from "vitest";
import { openEngine } from "../../../test/engine/open-engine.ts";
import { openServer } from "./testing/open-server.ts";

const { engine, shop, admin, until } = await openEngine();
const server = await openServer(engine, { streams: { pollMs: 20 } });
afterAll(async () => {
  await server.close();
});

async function clientOf(actor: string, role: "author" | "human" | "viewer") {
  const sponsor = role === "author" ? "ana" : undefined;
  const { token } = await engine.createToken(admin, { actor, role, sponsor });
  return createClient({ baseUrl: server.url, token });
}

describe("the server on the real engine", () => {
  it("takes a task from its opening to the merge, and shows it on the way [R-027] [R-042]", async () => {
    const [agent, ana, viewer] = [
      await clientOf("codex", "author"),
      await clientOf("ana", "human"),
      await clientOf("mia", "viewer"),
    ];
    shop.write("caf\u00e9.txt", "hello\n");
    shop.commit("Work");
    shop.git("branch", "work");

    const body = { title: "Say hello", repo: "shop", labels: ["greeting"] };
    const { task } = await agent.createTask({ body });
    const claimed = await agent.claim({ task, key: "once" });
    expect(await agent.claim({ task, key: "once" })).toEqual(claimed);
    await agent.submit({ task, body: { from: { branch: "work" }, summary: "Says hello" } });
    await until(task, ({ phase }) => phase.is === "reviewing" && phase.person === "ana");

    const inbox = await ana.inbox();
    expect(inbox.items.map((line) => line.task)).toEqual([task]);
    expect(inbox.waitingForMe).toBe(1);
    const shown = await viewer.showTask({ task: task.slice(0, -1) });
    expect(shown).toMatchObject({ id: task, state: "reviewing", gate: "pass", assignee: "codex" });
    expect(shown.round?.requirements.find(({ id }) => id === "layer:owner")?.status).toBe(
      "waiting",
    );
    const diff = await viewer.showDiff({ task });
    expect(diff.files.map(({ path }) => path)).toEqual(["caf\u00e9.txt"]);
    expect(diff.files[0]?.patch).toContain("+hello\n");

    const { number = 0, content } = shown.round ?? {};
    await ana.approve({ task, body: { round: number, tree: content?.tree ?? "" } });
    await until(task, ({ phase }) => phase.is === "done");

    expect((await viewer.showTask({ task })).state).toBe("done");
    const { story, decisions } = await viewer.why({ task });
    expect(story.length).toBeGreaterThan(5);
    expect(decisions.length).toBeGreaterThan(1);
    expect(await viewer.status()).toMatchObject({ counts: { done: 1 }, waitingForMe: 0 });
    expect(await viewer.listTasks({ state: ["done"], repo: "shop", limit: 1 })).toMatchObject({
      items: [{ task, title: "Say hello" }],
    });
    expect(server.failures).toEqual([]);
  });

  it("streams the whole log in order, and from any cursor the rest of it", async () => {
    const viewer = await clientOf("mia", "viewer");
    const [line] = (await viewer.listTasks()).items;
    if (line === undefined) throw new Error("There is no task");
    const { items } = await viewer.readLog({ task: line.task });
    const follow = async (after: string | null, number: number): Promise<StreamLine[]> => {
      const end = new AbortController();
      const seen: StreamLine[] = [];
      for await (const entry of viewer.events(after, end.signal)) {
        seen.push(entry);
        if (seen.length === number) end.abort();
      }
      return seen;
    };

    const all = await follow(null, items.length);
    expect(all.map(({ seq, event }) => [seq, event.type])).toEqual(
      items.map(({ seq, event }) => [seq, event.type]),
    );
    const rest = await follow(all[2]?.cursor ?? null, items.length - 3);
    expect(rest).toEqual(all.slice(3));
  });
});
