import { ERROR_STATUS, ErrorAnswer } from "@countersign/api";
import type { ErrorCode } from "@countersign/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, type TestRequest, type TestResponse } from "./ask.ts";
import {
  type OpenServer,
  openServer,
  principal,
  type RefusalWorld,
  type Role,
  type World,
} from "./open-server.ts";
import { type AnyRoute, ROUTES, ROWS, type Row, rowOf } from "./route-rows.ts";

const ROLES: readonly Role[] = ["viewer", "author", "reviewer", "planner", "human", "admin"];
type AskedBy = (token: string | null, more?: Record<string, string>) => TestRequest;

/** The matrix presents more wrong tokens than an address may. */
const MANY_WRONG = { wrongBurst: 100_000 };
const OTHER_TYPES = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""];

/**
 * Tests every route of the contract with every caller that must be refused. A refusal must use the
 * error format, must not be cached or framed, and must not change anything.
 */
export function describeRouteMatrix(openWorld: () => Promise<RefusalWorld>): void {
  let world: RefusalWorld;
  let server: OpenServer;

  beforeAll(async () => {
    world = await openWorld();
    server = await openServer(world.engine, { limits: MANY_WRONG });
  });
  afterAll(async () => {
    await server.close();
    expect(server.failures).toEqual([]);
  });

  const send = (asked: TestRequest): Promise<TestResponse> => ask(server.url, asked);
  /** Checks that a test leaves everything as before. */
  const unchanged = (work: () => Promise<void>) => async (): Promise<void> => {
    const before = await world.readState();
    await work();
    expect(await world.readState()).toBe(before);
  };
  /** Lists the ids that belong to the first organisation. */
  const ownThings = async (): Promise<string[]> => {
    const { admin } = world.tokens;
    const headers = { authorization: `Bearer ${admin}` };
    const paths = ["/v1/tasks", "/v1/repositories", "/v1/tokens"];
    const told = await Promise.all(paths.map((path) => send({ method: "GET", path, headers })));
    return told.map(({ text }) => text);
  };
  const refused = async (asked: TestRequest, code: ErrorCode): Promise<void> => {
    const told = await send(asked);
    expect([told.status, codeOf(told)]).toEqual([ERROR_STATUS[code], code]);
    expect(told.headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    expect(world.secrets.filter((secret) => told.text.includes(secret))).toEqual(
      world.secrets.filter((secret) => asked.path.includes(secret) && told.text.includes(secret)),
    );
  };

  const describeCredentials = (row: Row, asked: AskedBy, right: () => string): void => {
    const role = rolesOf(row)[0] ?? "viewer";

    it(
      "refuses without a token, and with one it does not know",
      unchanged(async () => {
        const unknown = `cs_org-a_${"A".repeat(43)}`;
        await refused(asked(null), "unauthenticated");
        await refused(asked(unknown), "unauthenticated");
        await refused(asked(null, { authorization: `Basic ${right()}` }), "unauthenticated");
        const { path, ...rest } = asked(null);
        await refused({ ...rest, path: `${path}?token=${right()}` }, "unauthenticated");
      }),
    );

    it(
      "refuses a session that has ended, and a token that was revoked or has expired",
      unchanged(async () => {
        const { sessions, revoked, expired } = world.stale;
        for (const token of [...sessions, revoked[role], expired[role]])
          await refused(asked(token), "unauthenticated");
      }),
    );

    it(
      "refuses every role that it is not for",
      unchanged(async () => {
        for (const other of ROLES.filter((one) => !rolesOf(row).includes(one)))
          await refused(asked(world.tokens[other]), "forbidden");
      }),
    );

    it("tells another organisation nothing, and lets it touch nothing", async () => {
      const foreign = asked(world.foreignTokens[role]);
      if (row.foreign === "not_found") return refused(foreign, "not_found");
      const before = await ownThings();
      const told = await send({ ...foreign, onlyBeginning: true });
      expect(told.status).toBeLessThan(ERROR_STATUS.internal);
      expect(world.secrets.filter((secret) => told.text.includes(secret))).toEqual([]);
      expect(await ownThings()).toEqual(before);
    });
  };

  it("has a row for every route of the contract and for nothing else", () => {
    expect(ROUTES.map(({ name }) => name).toSorted()).toEqual(Object.keys(ROWS).toSorted());
  });

  it("has a row for every address that the server describes or answers", async () => {
    const known = ROUTES.map(({ route: { method, path } }) => `${method.toUpperCase()} ${path}`);
    const { text } = await send({ method: "GET", path: "/v1/openapi.json" });
    expect(describedAddresses(JSON.parse(text)).filter((one) => !known.includes(one))).toEqual([]);
    expect(server.addresses.toSorted()).toEqual(known.toSorted());
  });

  it("compares a state that changes when a request is carried out", async () => {
    const before = await world.readState();
    const admin = await principal(world.engine, world.tokens.admin);
    await world.engine.createToken(admin, { actor: "viewer-2", role: "viewer" });
    expect(await world.readState()).not.toBe(before);
  });

  describe.each(ROUTES)("$name", ({ name, route }) => {
    const row = rowOf(name);
    if (row === undefined) throw new Error(`${name} has no row in the matrix`);
    const isPost = route.method === "post";
    const asked = (token: string | null, more: Record<string, string> = {}): TestRequest => ({
      method: route.method.toUpperCase(),
      path: pathOf(route, row, world),
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(isPost && { "content-type": "application/json" }),
        ...more,
      },
      ...(isPost && { body: JSON.stringify(row.body?.(world) ?? {}) }),
    });
    const right = (): string => world.tokens[rolesOf(row)[0] ?? "viewer"];

    it("declares the roles that the matrix expects", () => {
      expect(route["x-roles"]).toEqual(row.roles);
    });

    if (row.roles === "public")
      it("answers without a token", async () => {
        const { refusal } = row;
        const expected = refusal === undefined ? 200 : ERROR_STATUS[refusal];
        expect((await send(asked(null))).status).toBe(expected);
      });
    else describeCredentials(row, asked, right);

    it(
      "refuses another host name",
      unchanged(async () => {
        const { port } = new URL(server.url);
        for (const host of [
          "evil.example",
          `evil.example:${port}`,
          `127.0.0.1.evil.example:${port}`,
          "[::2]",
        ])
          await refused(asked(right(), { host }), "forbidden");
      }),
    );

    it(
      "refuses pages of another origin",
      unchanged(async () => {
        const port = Number(new URL(server.url).port);
        for (const origin of [
          "https://evil.example",
          "null",
          "http://127.0.0.1",
          `http://127.0.0.1:${port + 1}`,
          `https://127.0.0.1:${port}`,
          `http://localhost:${port}`,
          "https://cs.example.evil.example",
        ])
          await refused(asked(right(), { origin }), "forbidden");
      }),
    );

    if (isPost)
      it(
        "refuses a body that is not said to be JSON",
        unchanged(async () => {
          for (const type of OTHER_TYPES)
            await refused(asked(right(), { "content-type": type }), "invalid_input");
        }),
      );

    it(
      "changes nothing by GET, and knows no other method",
      unchanged(async () => {
        const others = ["PUT", "PATCH", "HEAD", "OPTIONS", "TRACE", "GET", "POST", "DELETE"];
        const path = pathOf(route, row, world);
        const known = ROUTES.filter((other) => other.route.path === route.path).map((other) =>
          other.route.method.toUpperCase(),
        );
        for (const method of others.filter((other) => !known.includes(other))) {
          const { headers = {} } = asked(right());
          const told = await send({ method, path, headers });
          expect(told.status).toBe(ERROR_STATUS.not_found);
          if (method !== "HEAD") expect(codeOf(told)).toBe("not_found");
        }
        if (isPost && known.includes("GET"))
          await send({ method: "GET", path, headers: asked(right()).headers ?? {} });
      }),
    );
  });
}

function describedAddresses({ paths }: { paths: Record<string, object> }): string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

export function rolesOf({ roles }: Row): readonly Role[] {
  return roles === "public" ? [] : roles;
}

export function pathOf({ path }: AnyRoute, row: Row, world: World): string {
  const params = row.params?.(world) ?? {};
  const filled = path.replaceAll(/\{([a-z]+)\}/g, (_, name: string) => params[name] ?? "missing");
  return row.query === undefined ? filled : `${filled}?${row.query}`;
}

export function codeOf({ text }: TestResponse): string {
  const answer = ErrorAnswer.safeParse(JSON.parse(text));
  return answer.success ? answer.data.error.code : `no error: ${text.slice(0, 200)}`;
}
