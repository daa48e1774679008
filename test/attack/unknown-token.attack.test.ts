import { describe, expect, it } from "vitest";
import { attempts } from "./attempts.ts";
import { openLab } from "./open-lab.ts";

const lab = await openLab();

describe("a token that was never created", () => {
  it("reads nothing, whatever its last characters are", async () => {
    const known = await lab.mint({ actor: "eve", role: "viewer" });
    const allowed = [];
    for (let attempt = 0; attempt < attempts() / 10; attempt += 1) {
      const guess = `${known.slice(0, -4)}${attempt.toString(36).padStart(4, "0")}`;
      if (guess === known) continue;
      const { status } = await lab.call(guess, "/v1/tasks");
      if (status !== 401 && status !== 429) allowed.push(guess);
    }
    expect(allowed).toEqual([]);
    expect((await lab.call(known, "/v1/tasks")).status).toBe(200);
  });
});
