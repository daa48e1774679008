import type { Lab } from "./lab.ts";
import { plainFile } from "./lab.ts";
import type { Files, LabFile } from "./object-store.ts";

const MAX_FILES = 40;

/** Changes a few files as an agent would: new lines, new files, other modes, links and submodules. */
export function workOn(lab: Lab, files: Files, places: "any" | "other" = "any"): Files {
  const { random } = lab;
  const changed = new Map(files);
  const sources = [...files.keys()].filter((path) => /^(?:src|lib)\//.test(path));
  const number = lab.tasks;
  const [first = ""] = sources;
  for (let left = 1 + random.below(2); left > 0; left -= 1) {
    const path = random.pick([first, ...sources]);
    const { mode, text } = changed.get(path) ?? plainFile("");
    const lines = text.split("\n").slice(-20);
    changed.set(path, { mode, text: `${lines.join("\n")}export const n${number}_${left} = 1;\n` });
  }
  if (places === "any" && random.chance(0.3)) changeKinds(lab, changed);
  if (random.chance(0.3) && files.size < MAX_FILES)
    changed.set(`src/new-${number}.ts`, plainFile(`export const added${number} = ${number};\n`));
  return changed;
}

function changeKinds({ random, tasks, commit }: Lab, files: Map<string, LabFile>): void {
  const submodule = random.hex(commit.length);
  const changes: [() => void, ...(() => void)[]] = [
    () => files.set("run", { mode: "100644", text: files.get("run")?.text ?? "" }),
    () => files.set("run", { mode: "100755", text: `#!/bin/sh\nexit ${tasks}\n` }),
    () => files.set("latest", { mode: "120000", text: `src/new-${tasks}.ts` }),
    () => files.set("vendor/tool", { mode: "160000", text: submodule }),
    () => {
      const old = [...files.keys()].find((path) => path.startsWith("src/new-"));
      if (old !== undefined) files.delete(old);
    },
  ];
  random.pick(changes)();
}

/** Puts the changes between two states of the files onto a third. */
export function moveChanges(onto: Files, from: Files, to: Files): Files {
  const files = new Map(onto);
  for (const path of from.keys()) if (!to.has(path)) files.delete(path);
  for (const [path, file] of to) {
    const old = from.get(path);
    if (old?.text !== file.text || old.mode !== file.mode) files.set(path, file);
  }
  return files;
}
