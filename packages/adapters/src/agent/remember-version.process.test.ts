import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVersionMemory } from "./remember-version.ts";

let path = "";
beforeAll(async () => {
  path = join(await mkdtemp(join(tmpdir(), "remember-")), "program");
  await writeFile(path, "1");
});
afterAll(() => rm(join(path, ".."), { recursive: true, force: true }));

function asker(ok: boolean) {
  const asked = { times: 0 };
  const ask = async () => {
    asked.times += 1;
    return ok ? { ok, version: "1.0.0" } : { ok, reason: "It does not start", hint: "Look" };
  };
  return { asked, ask };
}

describe("the version of a program", () => {
  it("is asked once, and again when the program is another", async () => {
    const remember = createVersionMemory();
    const { asked, ask } = asker(true);

    for (let n = 0; n < 3; n += 1) {
      expect(await remember({ path, readable: [] }, ask)).toEqual({ ok: true, version: "1.0.0" });
    }
    expect(asked.times).toBe(1);

    await writeFile(path, "another");
    await remember({ path, readable: [] }, ask);
    await utimes(path, 1_000, 1_000);
    await remember({ path, readable: [] }, ask);
    expect(asked.times).toBe(3);
  });

  it("is asked again as long as the program does not say it", async () => {
    const remember = createVersionMemory();
    const { asked, ask } = asker(false);

    await remember({ path, readable: [] }, ask);
    await remember({ path, readable: [] }, ask);

    expect(asked.times).toBe(2);
  });
});
