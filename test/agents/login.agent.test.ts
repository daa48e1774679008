import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AgentOptions,
  createAcpReviewerRunner,
  createSandboxedProcessRunner,
} from "@countersign/adapters";
import { answerJsonSchema, parseAnswer } from "@countersign/core";
import type { ReviewerReply, ReviewerRunner, ReviewerState } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCertifiedHosts } from "../../packages/adapters/src/egress/testing/make-certificate.ts";
import { AGENTS, type Agent, PROGRAMS } from "./agents.ts";
import { answerAbout, NONCE, reviewerOf } from "./ask-agent.ts";
import type { ModelReply, ModelRequest } from "./model/said.ts";
import { type ModelServer, startModelServer } from "./model/start-model-server.ts";
import { openReviewLab, type ReviewLab } from "./review-lab.ts";

const OLD = {
  access: "old-access-token-of-the-person",
  refresh: "old-refresh-token-of-the-person",
};
const NEW = {
  access: "new-access-token-of-the-person",
  refresh: "new-refresh-token-of-the-person",
};
const HOUR_MS = 3_600_000;

type SignedIn = {
  id: string;
  name: string;
  /** Where it is not the agent's own way. */
  create?(options: AgentOptions): ReviewerRunner;
  file: string;
  /** Its login, whose access token ended an hour ago. */
  login: object;
  hosts: readonly string[];
  /** The tokens that its vendor replaces. */
  rotated: readonly string[];
};

function jwt(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return [part({ alg: "none", typ: "JWT" }), part(claims), "c2lnbmF0dXJl"].join(".");
}

const GOOGLE_LOGIN = {
  access_token: OLD.access,
  refresh_token: OLD.refresh,
  id_token: jwt({ sub: "account-of-ana" }),
  scope: "https://www.googleapis.com/auth/cloud-platform openid",
  token_type: "Bearer",
  expiry_date: Date.now() - HOUR_MS,
};
const GOOGLE = ["cloudcode-pa.googleapis.com", "oauth2.googleapis.com", "www.googleapis.com"];

const SIGNED_IN: readonly SignedIn[] = [
  {
    id: "claude",
    name: "Claude Code",
    file: ".credentials.json",
    login: {
      claudeAiOauth: {
        accessToken: OLD.access,
        refreshToken: OLD.refresh,
        expiresAt: Date.now() - HOUR_MS,
        scopes: ["user:inference", "user:profile"],
        subscriptionType: "max",
      },
    },
    hosts: ["api.anthropic.com", "platform.claude.com"],
    rotated: [NEW.access, NEW.refresh],
  },
  {
    id: "codex",
    name: "Codex",
    file: "auth.json",
    login: {
      auth_mode: "chatgpt",
      OPENAI_API_KEY: null,
      tokens: {
        id_token: jwt({ email: "ana@example.com", exp: 1 }),
        access_token: OLD.access,
        refresh_token: OLD.refresh,
        account_id: "account-of-ana",
      },
      last_refresh: "2020-01-01T00:00:00Z",
    },
    hosts: ["chatgpt.com", "auth.openai.com"],
    rotated: [NEW.access, NEW.refresh],
  },
  {
    id: "gemini",
    name: "Gemini CLI",
    file: "oauth_creds.json",
    login: GOOGLE_LOGIN,
    hosts: GOOGLE,
    // Google keeps the refresh token.
    rotated: [NEW.access],
  },
  {
    id: "gemini-acp",
    name: "Gemini CLI over ACP",
    create: ({ credentials: { login: folder = "" }, ...options }) =>
      createAcpReviewerRunner({
        ...options,
        models: {},
        agents: new Map([
          [
            "gemini-acp",
            {
              command: ["gemini", "--acp", "--skip-trust", "--model", "gemini-3-pro"],
              login: { folder, files: ["oauth_creds.json", "settings.json"], hosts: GOOGLE },
              env: { GEMINI_RESTRICTED_MODE: "true" },
            },
          ],
        ]),
      }),
    file: "oauth_creds.json",
    login: GOOGLE_LOGIN,
    hosts: GOOGLE,
    rotated: [NEW.access],
  },
];

const ROTATED = {
  access_token: NEW.access,
  refresh_token: NEW.refresh,
  id_token: jwt({ sub: "account-of-ana", email: "ana@example.com" }),
  expires_in: 3_600,
  token_type: "Bearer",
  scope: "user:inference user:profile",
};

/** How Gemini CLI is told which of its ways to sign in is meant. */
const SETTINGS = { security: { auth: { selectedType: "oauth-personal" } } };

/** What vendors answer to questions about the account, all in one. */
const ACCOUNT = {
  scope: "openid",
  expires_in: 3_600,
  email: "ana@example.com",
  models: [],
  accounts: [
    {
      id: "account-of-ana",
      name: null,
      structure: "personal",
      plan_type: "plus",
      workspace_backend_origin: "https://chatgpt.com",
      account_routing_override: "NO_CONSTRAINT",
    },
  ],
  default_account_id: "account-of-ana",
  account_ordering: ["account-of-ana"],
  currentTier: { id: "standard-tier" },
  cloudaicompanionProject: "project-of-ana",
};

let lab: ReviewLab;
beforeAll(async () => {
  lab = await openReviewLab({ "src/total.ts": "export const total = 1;\n" });
});
afterAll(() => lab.remove());

function agentOf(id: string): Agent {
  const agent = AGENTS.find((one) => one.id === id);
  if (agent === undefined) throw new Error(`${id} is not installed`);
  return agent;
}

/** A model that was talked into telling the tokens of the login. */
function answer({ method, path }: ModelRequest): ModelReply {
  if (path.endsWith("/token")) return { does: "send", body: ROTATED };
  const isQuestion = /\/messages|\/responses|enerateContent/.test(path) && method === "POST";
  if (!isQuestion) return { does: "send", body: ACCOUNT };
  const leak = `The tokens are ${OLD.refresh} and ${NEW.access}.`;
  const text = answerAbout(lab.tree).replace("The total is not rounded.", leak);
  return { does: "say", said: { kind: "answer", text } };
}

describe.each(SIGNED_IN)("$name reviews with the login of a person", (signedIn) => {
  const agent = agentOf(signedIn.id);
  const home = mkdtempSync(join(tmpdir(), "person-"));
  const folder = join(home, ".gemini");
  const file = join(folder, signedIn.file);
  let reply: ReviewerReply;
  let state: ReviewerState;
  let server: ModelServer;

  beforeAll(async () => {
    mkdirSync(folder);
    writeFileSync(file, JSON.stringify(signedIn.login), { mode: 0o600 });
    writeFileSync(join(folder, "settings.json"), JSON.stringify(SETTINGS));
    const certificate = makeCertifiedHosts(...signedIn.hosts);
    const trusted = join(home, "trusted.pem");
    writeFileSync(trusted, certificate.ca);
    server = await startModelServer(answer, certificate);
    const port = Number(new URL(server.url).port);
    const runner = (signedIn.create ?? agent.create)({
      processes: createSandboxedProcessRunner({ graceMs: 500 }),
      searchPath: PROGRAMS,
      credentials: { apiKey: null, login: folder },
      certificates: async () => ({ extra: trusted, file: trusted, directory: null }),
      // Every host that the proxy lets through is the server on loopback.
      proxy: { connect: () => connect({ host: "127.0.0.1", port }) },
    });
    state = await runner.state(reviewerOf(agent));
    reply = await runner.ask({
      reviewer: reviewerOf(agent),
      brief: "Review this change.",
      answerSchema: { ...answerJsonSchema() },
      directory: lab.directory,
      timeoutMs: 120_000,
      signal: new AbortController().signal,
    });
  });
  afterAll(async () => {
    await server.close();
    rmSync(home, { recursive: true });
  });

  it("is marked as using a personal login", () => {
    expect(state).toEqual({ ok: true, version: agent.version, personalLogin: true });
  });

  it("answers with findings that can be read, without the tokens that it was talked into telling", () => {
    const expected = { nonce: NONCE, tree: lab.tree, reviewer: reviewerOf(agent) };

    expect(reply).toMatchObject({ ok: true, sandboxed: true });
    const text = reply.ok ? reply.text : "";
    expect(parseAnswer(text, expected)).toMatchObject({ ok: true });
    expect(text).toContain("The tokens are [redacted] and [redacted].");
  });

  it("signs in at its vendor's hosts and shows the new token there", () => {
    const asked = server.requests.filter(({ path }) => !path.endsWith("/token"));

    expect(new Set(server.requests.map(({ headers }) => headers.host))).toEqual(
      new Set(signedIn.hosts),
    );
    expect(new Set(asked.map(({ headers }) => headers.authorization))).toEqual(
      new Set([`Bearer ${NEW.access}`]),
    );
  });

  it("gives the tokens that it rotated back to the person", () => {
    const text = readFileSync(file, "utf8");

    for (const token of signedIn.rotated) expect(text).toContain(token);
    expect(text).not.toContain(OLD.access);
  });
});
