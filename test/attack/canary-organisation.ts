import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient } from "@countersign/api";
import { ROLES, type Role } from "@countersign/core";
import { afterAll } from "vitest";
import { principal, type World } from "../../packages/server/src/testing/open-server.ts";
import { type OpenEngine, openShop } from "../engine/open-engine.ts";
import { plainPolicy } from "../engine/plain-policy.ts";

/** An organisation in which each object contains a text that occurs nowhere else. */
export type CanaryOrganisation = World & {
  org: string;
  /** By object. */
  canaries: Readonly<Record<string, string>>;
  /** A client with the token of this role. */
  as(role: Role): Client;
  /** A task that was sent back with feedback. */
  sentBack: string;
  /** A cursor in the organisation's stream. */
  cursor: string;
};

/** Both organisations use the same names for people, agents and the repository, and the same keys. */
export async function openCanaryOrganisation(
  opened: OpenEngine,
  url: string,
  org: string,
): Promise<CanaryOrganisation> {
  const tokens = await tokensOf(opened, org);
  const as = (role: Role): Client => createClient({ baseUrl: url, token: tokens[role] });
  const texts = createTexts();
  const shop = openShop({
    ...plainPolicy("ana"),
    checks: [{ id: texts.policy, run: "true", timeout: "1m" }],
  });
  afterAll(() => shop.remove());
  await as("admin").addRepository({ body: { path: shop.repo, id: "shop" } });
  shop.write(`${texts.file}.txt`, `${texts.diff}\n`);
  shop.commit("Work");
  shop.git("branch", "work");

  const sentBack = await submit(as, "first", texts, "Sent back");
  const shown = await waitForPerson(as, sentBack);
  await as("human").redo({ task: sentBack, body: { ...shown, customFeedback: texts.feedback } });
  const task = await submit(as, "second", texts, texts.task);
  const { tree } = await waitForPerson(as, task);
  const summary = texts.event;
  await as("author").reportEvent({ task, key: "report", body: { trigger: "manual", summary } });
  await as("human").saveDraft({ task, body: { draft: { feedback: texts.draft } } });
  const read = [{ path: texts.mark, lines: ["A".repeat(16)] }];
  await as("human").markReadLines({ task, body: { read } });
  const viewer = { actor: texts.credential, role: "viewer" } as const;
  const { id } = await as("admin").createToken({ body: viewer });
  await as("human").startSprint({ body: { tasks: [sentBack] } });
  const { code } = await as("human").createSessionCode({ body: {} });
  const { token } = await as("human").beginSession({ body: { code } });
  const session = await principal(opened.engine, token);
  const { next } = await opened.engine.stream(session, {});
  return {
    ...{ engine: opened.engine, org, tokens, foreignTokens: tokens, task, tree, repo: "shop" },
    ...{ token: id, secrets: [], as, sentBack, cursor: next ?? "" },
    canaries: {
      ...texts,
      repository: shop.repo,
      session: session.token,
      id: task,
      sprint: sentBack,
    },
  };
}

function createTexts() {
  const text = (object: string): string => `zq-${object}-${randomBytes(8).toString("hex")}`;
  return {
    task: text("task"),
    label: text("label"),
    round: text("round"),
    file: text("file"),
    diff: text("diff"),
    event: text("event"),
    feedback: text("feedback"),
    draft: text("draft"),
    mark: text("mark"),
    policy: text("policy"),
    credential: text("credential"),
  };
}

async function submit(
  as: CanaryOrganisation["as"],
  key: string,
  { label, round }: ReturnType<typeof createTexts>,
  title: string,
): Promise<string> {
  const opening = { title, repo: "shop", labels: [label] };
  const { task } = await as("author").createTask({ key: `create-${key}`, body: opening });
  const body = { from: { branch: "work" }, summary: round };
  await as("author").submit({ task, key: `submit-${key}`, body });
  return task;
}

async function waitForPerson(
  as: CanaryOrganisation["as"],
  task: string,
): Promise<{ round: number; tree: string }> {
  for (;;) {
    const { state, turn, round } = await as("viewer").showTask({ task });
    if (state === "reviewing" && turn.holder === "person" && round !== null)
      return { round: round.number, tree: round.content.tree };
    await sleep(50);
  }
}

async function tokensOf({ mint }: OpenEngine, org: string): Promise<Record<Role, string>> {
  const tokens = { viewer: "", author: "", reviewer: "", planner: "", human: "", admin: "" };
  for (const role of ROLES) {
    const isAgent = role === "author" || role === "reviewer" || role === "planner";
    const actor = role === "human" ? "ana" : `${role}-one`;
    const sponsor = isAgent ? "ana" : undefined;
    tokens[role] = await mint({ actor, role, sponsor }, org);
  }
  return tokens;
}
