import type { SeededBug } from "../seeded-bug.ts";

const OPENID = ["test/attack/sign-in/openid-connect.attack.test.ts"];
const INVITATIONS = ["test/attack/sign-in/invitations.attack.test.ts"];
const COOKIES = ["test/attack/sign-in/cookies.attack.test.ts"];

/** Bugs that would let a person sign in with an account that is not theirs, or keep a session that ended. */
export const ACCOUNTS: readonly SeededBug[] = [
  {
    id: "matched-by-e-mail",
    bug: "An account belongs to the person whose e-mail address the provider states.",
    edits: [
      {
        in: "server/createOidcProvider",
        code: "subject: claims.sub",
        becomes: 'subject: String(claims.email ?? claims.sub).split("@")[0] ?? ""',
      },
    ],
    project: "attack",
    tests: OPENID,
  },
  {
    id: "state-not-checked",
    bug: "A browser may come back from the provider without the state of its own sign-in.",
    edits: [
      {
        in: "server/createSignInService",
        code: 'if (state === null || new URLSearchParams(query).get("state") !== state) throw notBegun();',
        becomes: "if (state === null) throw notBegun();",
      },
      {
        in: "server/createOidcProvider",
        code: "expectedState: state,",
        becomes: 'expectedState: returned.searchParams.get("state") ?? undefined,',
      },
    ],
    project: "attack",
    tests: OPENID,
  },
  {
    id: "state-used-twice",
    bug: "A begun sign-in can be finished more than once.",
    edits: [
      {
        in: "server/createBegunSignIns",
        code: "kept.delete(key); return begun;",
        becomes: "return begun;",
      },
    ],
    project: "attack",
    tests: OPENID,
  },
  {
    id: "signature-not-verified",
    bug: "An identity token counts without a signature of the provider's published keys.",
    edits: [
      {
        in: "server/createOidcProvider",
        code: "const execute = [library.enableNonRepudiationChecks];",
        becomes: "const execute = [];",
      },
    ],
    project: "attack",
    tests: OPENID,
  },
  {
    id: "invitation-accepted-twice",
    bug: "An invitation binds the account of everyone who has seen it.",
    edits: [
      {
        in: "engine/acceptInvitation",
        code: "isNull(signIns.added), isNull(signIns.removed),",
        becomes: "isNull(signIns.removed),",
      },
    ],
    project: "attack",
    tests: INVITATIONS,
  },
  {
    id: "removed-person-stays-signed-in",
    bug: "The sessions of a removed person last until they expire.",
    edits: [
      {
        in: "engine/removeSignIns",
        code: "await revokeSessionsOf(session, ids, by);",
        becomes: "void revokeSessionsOf;",
      },
    ],
    project: "attack",
    tests: INVITATIONS,
  },
  {
    id: "cookie-read-on-loopback",
    bug: "A cookie authenticates requests for a loopback name.",
    edits: [
      {
        in: "server/isForPublicHost",
        code: 'return origin !== null && headers.get("host")?.toLowerCase() === new URL(origin).host;',
        becomes: "void headers; return origin !== null;",
      },
    ],
    project: "attack",
    tests: COOKIES,
  },
  {
    id: "cookie-without-origin",
    bug: "A request with a cookie needs no origin.",
    edits: [
      {
        in: "server/requireOwnOrigin",
        code: 'if (method === "GET" || headers.get("origin") === origin) return;',
        becomes: 'if (method === "GET" || !headers.has("origin")) return;',
      },
    ],
    project: "attack",
    tests: COOKIES,
  },
  {
    id: "administration-without-fresh-sign-in",
    bug: "A sign-in of yesterday gives the role of an administrator.",
    edits: [
      {
        in: "server/createOidcProvider",
        code: "...(isFresh && { maxAge: MAX_FRESH_S }),",
        becomes: "",
      },
      {
        in: "server/createOidcProvider",
        code: "if (isFresh && provenMs < begunMs)",
        becomes: "if (isFresh && provenMs < 0)",
      },
    ],
    project: "attack",
    tests: COOKIES,
  },
];
