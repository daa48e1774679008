import { setTimeout as pause } from "node:timers/promises";
import { createNotifier } from "@countersign/adapters";
import { afterAll, describe, expect, it } from "vitest";
import {
  type Behave,
  openLoopbackServer,
} from "../../packages/adapters/src/egress/testing/loopback-server.ts";
import { openEngine, POLICY } from "./open-engine.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** Answers with each status once, then with 204. */
const statuses: number[] = [];
const behave: Behave = (response) => {
  response.writeHead(statuses.shift() ?? 204).end();
};
const receiver = await openLoopbackServer(behave);
afterAll(() => receiver.close());

const notifier = createNotifier({
  owner: async () => ({
    webhooks: {
      team: { url: `${receiver.url}/team`, secret: SECRET },
      ana: { url: `${receiver.url}/ana`, secret: SECRET },
    },
    webhookHosts: ["127.0.0.1"],
  }),
  environment: {},
});

const { engine, shop, ana, agent, key, until, lines } = await openEngine(
  {
    ...POLICY,
    modes: { default: "batch" },
    notify: {
      yourTurn: ["webhook:team"],
      escalate: ["webhook:team"],
      group: "1s",
      people: { ana: { yourTurn: ["webhook:ana"] } },
    },
  },
  { notifier, notifyRetryMs: [100, 100], lookMs: 200 },
);

type Message = {
  path: string;
  id: unknown;
  title: string;
  whys: string[];
  tasks: string[];
};

function messages(): Message[] {
  return receiver.seen.map(({ path, headers, body }) => {
    const { data } = JSON.parse(body);
    return {
      path,
      id: headers["webhook-id"],
      title: data.title,
      whys: data.items.map(({ why }: { why: string }) => why),
      tasks: data.items.map(({ task }: { task: { id: string } | null }) => task?.id),
    };
  });
}

/** Waits until at least this number of messages satisfy a condition. */
async function received(wanted: (message: Message) => boolean, count = 1): Promise<Message[]> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(25)) {
    const found = messages().filter(wanted);
    if (found.length >= count) return found;
  }
  throw new Error(`not received: ${JSON.stringify(messages(), null, 1)}\n${lines.join("\n")}`);
}

async function submit(name: string, files: Record<string, string>, task?: string) {
  shop.git("checkout", "--quiet", "--detach", "main");
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  shop.commit(`Work on ${name}`);
  shop.git("branch", "--force", name);
  const id = task ?? (await engine.createTask(agent, key(), { title: name, repo: "shop" })).task;
  const from = { branch: name };
  await engine.submitWork(agent, key(), { task: id, from, signal: "DONE", summary: "done" });
  return id;
}

const waitsForAna = ({ phase }: Awaited<ReturnType<typeof until>>) =>
  phase.is === "reviewing" && phase.person === "ana";

describe("a person", () => {
  it("gets a message about a turn, over the person's own route, once per task and round [C13]", async () => {
    const turn = await submit("turn", { "turn.txt": "1\n" });
    const [message] = await received(({ tasks }) => tasks.includes(turn));

    expect(message).toMatchObject({ path: "/ana", title: `${turn} is waiting for you` });
    expect(messages().filter(({ path }) => path === "/team")).toEqual([]);
    expect(messages().flatMap(({ tasks }) => tasks)).toEqual([turn]);
  });

  it("gets an escalation at once, and the same message again when the receiver failed [R-133]", async () => {
    statuses.push(500, 503);
    const held = await submit("held", { "held.txt": "1\n" });
    await until(held, waitsForAna);
    const { round } = await engine.task(ana, held);
    await engine.command(ana, key(), held, {
      type: "record_verdict",
      of: "round",
      number: round?.number ?? 1,
      tree: round?.content.tree ?? "",
      requirement: "layer:owner",
      opinion: "blocker",
      summary: "This deletes the shop",
      findings: [],
      costUsd: 0,
      sandboxed: false,
    });
    const tries = await received(({ whys }) => whys.includes("escalated"), 3);

    expect(new Set(tries.map(({ id }) => id)).size).toBe(1);
    expect(tries[0]?.title).toBe(`${held} is on hold and needs your decision`);
    expect(tries[0]?.path).toBe("/team");
    expect(
      messages().filter(({ tasks, whys }) => tasks.includes(held) && !whys.includes("escalated")),
    ).toEqual([]);
  });

  it("who owns a repository is told once that its merges are on hold", async () => {
    shop.git("checkout", "--quiet", "--detach", "main");
    shop.write("foreign.txt", "1\n");
    shop.commit("By somebody else");
    shop.git("branch", "--force", "main");
    const [alert] = await received(({ whys }) => whys.includes("alert"));
    await pause(600);

    expect(alert?.title).toBe("shop does not merge until you release it");
    expect(messages().filter(({ whys }) => whys.includes("alert"))).toHaveLength(1);
  });
});
