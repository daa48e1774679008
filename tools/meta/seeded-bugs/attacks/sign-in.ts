import type { SeededBug } from "../seeded-bug.ts";

const CODES = ["packages/engine/src/access/sign-in-codes.test.ts"];
const ORIGINS = ["packages/server/src/own-origin.test.ts"];
const PAGES = ["packages/server/src/pages/pages.test.ts"];
const SESSIONS = ["packages/server/src/sessions.test.ts"];

/** Bugs that would let another page, port or program act for a person in a browser. */
export const SIGN_IN: readonly SeededBug[] = [
  {
    id: "code-accepted-twice",
    bug: "A one-time code begins a session for everyone who has seen it.",
    edits: [
      {
        in: "engine/createSignInCodes",
        code: 'if (isUsed) return { is: "used", by, session };',
        becomes: "void isUsed; void session;",
      },
    ],
    tests: [...CODES, ...SESSIONS],
  },
  {
    id: "code-without-expiry",
    bug: "A one-time code is valid until it is used.",
    edits: [
      {
        in: "engine/createSignInCodes",
        code: "found === undefined || found.untilMs <= nowMs()",
        becomes: "found === undefined",
      },
    ],
    tests: CODES,
  },
  {
    id: "codes-guessed-without-limit",
    bug: "Wrong one-time codes do not count against the limit of their address.",
    edits: [
      {
        in: "server/addSessionRoutes",
        code: 'requireRoom(guesses.take(source), "Too many wrong codes from this address.");',
        becomes: "void requireRoom;",
      },
    ],
    tests: SESSIONS,
  },
  {
    id: "cookie-on-loopback",
    bug: "The session is a cookie, which the browser sends to every port of the host name.",
    edits: [
      {
        in: "server/implementPublicPostRoute",
        code: "return Response.json(reply.parse(await answer({ body, source })));",
        becomes: `const session = reply.parse(await answer({ body, source }));
    const cookie = "countersign=" + JSON.stringify(session) + "; HttpOnly; SameSite=Strict; Path=/";
    return Response.json(session, { headers: { "set-cookie": cookie } });`,
      },
    ],
    tests: SESSIONS,
  },
  {
    id: "origin-not-checked",
    bug: "Pages of every origin may use the engine.",
    edits: [
      {
        in: "server/requireKnownHost",
        code: 'throw new CountersignError("forbidden", "Pages from this origin may not use the engine");',
        becomes: "",
      },
    ],
    tests: ORIGINS,
  },
  {
    id: "every-loopback-port-is-own",
    bug: "A page of another server on this machine counts as a page of the engine.",
    edits: [
      {
        in: "server/requireKnownHost",
        code: "isAtOwnPort && LOOPBACK.includes(name) &&",
        becomes: "isAtOwnPort || LOOPBACK.includes(name) ||",
      },
    ],
    tests: ORIGINS,
  },
  {
    id: "pages-follow-links",
    bug: "A symbolic link among the pages serves a file from elsewhere.",
    edits: [
      {
        in: "server/listFiles",
        code: "contentType === undefined || !entry.isFile()",
        becomes: "contentType === undefined",
      },
    ],
    tests: PAGES,
  },
];
