import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Rolldown } from "tsdown";

const FILE = "THIRD-PARTY-NOTICES.txt";
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Writes a file with the name and the licence of every package whose code is in the bundle. */
export function thirdPartyNotices(): Rolldown.Plugin {
  return {
    name: "third-party-notices",
    async generateBundle() {
      const folders = new Set<string>();
      for (const id of this.getModuleIds()) folders.add(PACKAGE.exec(id)?.[1] ?? "");
      folders.delete("");
      const notices = await Promise.all([...folders].map(noticeOf));
      const source = notices.toSorted().join(`\n${"-".repeat(80)}\n\n`);
      this.emitFile({ type: "asset", fileName: FILE, source });
    },
  };
}

async function noticeOf(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const files = (await readdir(folder)).filter((name) => LICENCE_FILE.test(name)).toSorted();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  const title = `${manifest.name} ${manifest.version}, ${manifest.license}`;
  return [title, ...texts.map((text) => text.trim())].join("\n\n").concat("\n");
}
