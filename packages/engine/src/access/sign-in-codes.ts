import { createHash, randomBytes } from "node:crypto";
import type { Principal } from "./principal.ts";

/** How long a one-time code can be exchanged for a session. */
export const SIGN_IN_CODE_MS = 60_000;

/** Maximum number of codes that one process keeps; a new one replaces the oldest. */
const MAX_CODES = 1_000;

const CODE = /^csc_[\w-]{43}$/;

type KeptCode = {
  by: Principal;
  untilMs: number;
  isUsed: boolean;
  /** The credential of the session that the code was exchanged for. Null until that exists. */
  session: string | null;
};

const UNUSED = { isUsed: false, session: null };

/** What a presented code is worth. `used` names the session that it was exchanged for before. */
type PresentedCode =
  | { is: "valid"; by: Principal; settle: (session: string) => void }
  | { is: "used"; by: Principal; session: string | null }
  | { is: "unknown" };

export type SignInCodes = {
  /** Creates a code of 256 random bits for the caller's own session. Only its hash is kept. */
  issue(by: Principal): string;
  /** Uses up a code. Each code is valid once. */
  take(code: string): PresentedCode;
};

/**
 * Keeps one-time codes in the memory of this process, as hashes: they are only valid for a minute, so a restart
 * loses nothing that matters. Used codes are remembered for the same time, because a second use reveals that
 * another program has seen the code.
 */
export function createSignInCodes(nowMs: () => number = () => performance.now()): SignInCodes {
  const kept = new Map<string, KeptCode>();
  const forgetOld = (): void => {
    for (const [hash, { untilMs }] of kept)
      if (untilMs <= nowMs() || kept.size >= MAX_CODES) kept.delete(hash);
      else return;
  };
  return {
    issue(by) {
      forgetOld();
      const code = `csc_${randomBytes(32).toString("base64url")}`;
      kept.set(hashCode(code), { by, untilMs: nowMs() + SIGN_IN_CODE_MS, ...UNUSED });
      return code;
    },
    take(code) {
      const hash = CODE.test(code) ? hashCode(code) : "";
      const found = kept.get(hash);
      if (found === undefined || found.untilMs <= nowMs()) return { is: "unknown" };
      const { by, isUsed, session } = found;
      if (isUsed) return { is: "used", by, session };
      const spend = (id: string | null): void => {
        kept.set(hash, { ...found, isUsed: true, session: id });
      };
      spend(null);
      return { is: "valid", by, settle: spend };
    },
  };
}

function hashCode(code: string): string {
  return createHash("sha256").update(code).digest("base64url");
}
