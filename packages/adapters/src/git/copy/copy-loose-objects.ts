import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, lstat, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { withFolder } from "../paths/open-folder.ts";

const FOLDER = /^[0-9a-f]{2}$/;
const NAME = /^[0-9a-f]{38}(?:[0-9a-f]{24})?$/;

/** Copies the loose objects of one of our stores into another one, each atomically. */
export async function copyLooseObjects(from: string, to: string): Promise<void> {
  for (const folder of (await readdir(from)).filter((name) => FOLDER.test(name))) {
    const names = (await readdir(join(from, folder))).filter((name) => NAME.test(name));
    await withFolder(to, { folder, make: true }, async (at) => {
      for (const name of names) {
        const draft = at(`tmp_obj_${randomUUID()}`);
        await give(join(from, folder, name), draft, at(name));
      }
    });
  }
}

async function give(source: string, draft: Buffer, place: Buffer): Promise<void> {
  if ((await lstat(place).catch(() => null)) !== null) return;
  try {
    await copyFile(source, draft, constants.COPYFILE_EXCL);
    const file = await open(draft, constants.O_RDONLY);
    await file.sync().finally(() => file.close());
    await rename(draft, place);
  } finally {
    await rm(draft, { force: true });
  }
}
