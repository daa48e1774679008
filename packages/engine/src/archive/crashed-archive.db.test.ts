import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { testDatabase } from "../testing/test-database.ts";
import { pastMonth } from "./testing/past-month.ts";

const ORG = "acme";
const SCRIPT = fileURLToPath(new URL("./testing/archive-process.ts", import.meta.url));

async function world() {
  const database = await testDatabase();
  return { database, ...(await pastMonth(database, ORG)) };
}

type World = Awaited<ReturnType<typeof world>>;

/** Runs it in a process that is killed at a boundary. */
async function runAndCrash(here: World, what: "archive" | "restore", at: string): Promise<void> {
  const { appUrl, ownerUrl } = here.database;
  const seals = dirname(dirname(here.sealFile));
  const args = [SCRIPT, what, at, ORG, appUrl, ownerUrl, seals, here.file];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
}

async function countRows({ database: { owner } }: World): Promise<number> {
  const { rowCount } = await owner.query(
    "SELECT FROM countersign.events WHERE task_id LIKE 'cs-past%'",
  );
  return rowCount ?? 0;
}

describe("a crash while a month is archived", () => {
  it.each([
    "archive.written",
    "seal.added",
    "archive.recorded",
    "seal.copied",
    "archive.dropping",
    "archive.dropped",
  ])("at %s loses nothing, and the same call ends it", async (at) => {
    const here = await world();
    await runAndCrash(here, "archive", at);
    const isDropped = at === "archive.dropped";
    expect(await countRows(here)).toBe(isDropped ? 0 : 8);
    expect(await here.verifyAll()).toMatchObject({ archived: isDropped ? 2 : 0, problems: [] });

    if (!isDropped) await here.archive();

    expect(await countRows(here)).toBe(0);
    expect(await here.verifyAll()).toMatchObject({ archived: 2, problems: [] });
    await here.restore();
    expect(await countRows(here)).toBe(8);
  });
});

describe("a crash while a month is restored", () => {
  it.each(["restore.loaded", "restore.attaching", "restore.attached", "archive.recorded"])(
    "at %s loses nothing, and the same call ends it",
    async (at) => {
      const here = await world();
      await here.archive();
      await runAndCrash(here, "restore", at);
      const { problems } = await here.verifyAll();
      expect(problems).toEqual([]);

      if (at !== "archive.recorded") await here.restore();

      expect(await countRows(here)).toBe(8);
      expect(await here.store.verify(ORG, "cs-past-1")).toBeNull();
      expect(await here.verifyAll()).toMatchObject({ archived: 0, problems: [] });
      await expect(here.restore()).rejects.toThrow("is not archived");
    },
  );
});
