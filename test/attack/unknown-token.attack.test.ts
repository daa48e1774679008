import { describe, expect, it } from "vitest";
import { attempts } from "./attempts.ts";
import { openLab } from "./open-lab.ts";

const lab = await openLab();

/** The first attempts are requests to a real server; the others call what the server asks about a token. */
const MAX_REQUESTS = 100;
const AT_ONCE = 8;

async function isKnown(number: number, guess: string): Promise<boolean> {
  if (number >= MAX_REQUESTS) return (await lab.engine.authenticate(guess)) !== null;
  const { status } = await lab.call(guess, "/v1/tasks");
  return status !== 401 && status !== 429;
}

describe("I1 Complete: a token that was never created", () => {
  it("reads nothing, whatever its last characters are", async () => {
    const known = await lab.mint({ actor: "eve", role: "viewer" });
    const tryGuess = async (number: number): Promise<string[]> => {
      const guess = `${known.slice(0, -4)}${number.toString(36).padStart(4, "0")}`;
      return guess !== known && (await isKnown(number, guess)) ? [guess] : [];
    };
    const allowed: string[] = [];
    let tried = 0;
    while (tried < attempts()) {
      const first = tried;
      const size = Math.min(AT_ONCE, attempts() - tried);
      const batch = Array.from({ length: size }, (_, index) => tryGuess(first + index));
      allowed.push(...(await Promise.all(batch)).flat());
      tried += size;
    }
    expect(allowed).toEqual([]);
    expect(tried).toBe(attempts());
    expect((await lab.call(known, "/v1/tasks")).status).toBe(200);
  });
});
