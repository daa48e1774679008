import { mkdtempSync, readdirSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@countersign/api";
import { afterAll, describe, expect, inject, it } from "vitest";
import { FIRST_START } from "./boundary-groups.ts";
import { dataOf, type Place, readRecord, runServer } from "./run-server.ts";

const scale = inject("scale");
const passes = Math.ceil(3 * scale);
const boundaries = FIRST_START.filter((_, index) => scale >= 1 || index % 4 === 0);

describe("a first start", () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-first-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(Array.from({ length: passes }, (_, pass) => pass))(
    "is killed at its boundaries and resumed by the next one (%d)",
    async (pass) => {
      await chmod(folder, 0o755);
      const place: Place = { program: inject("program"), folder: join(folder, String(pass)) };
      for (const at of boundaries) {
        const life = await runServer(place, [{ at, nth: 1 }]);
        expect(await life.ended, at).toBe("killed");
        expect(readRecord(place).killed).toBe(at);
      }
      const life = await runServer(place, []);
      const url = await life.ready;
      expect((await createClient({ baseUrl: url ?? "" }).health()).ok).toBe(true);
      const left = readdirSync(dataOf(place)).filter((name) =>
        /^postgres-18\.|\.[0-9a-f]{12}$/.test(name),
      );
      await life.stop();

      expect(left).toEqual([]);
    },
  );
});
