import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MirroredWorkshop } from "./open-mirror.ts";

/** A repository whose branch `agent` adds `evil()` to `a.ts`, with a trap laid in it. */
export type HostileLab = MirroredWorkshop & {
  base: string;
  evil: string;
  /** A program that leaves a trace when anybody runs it. */
  canary: string;
  /** The trace; attacks that write a file instead of running a program write this one. */
  trace: string;
  fired(): boolean;
  /** Another repository, which must not be read. */
  secret: string;
};

export type HostileCase = {
  name: string;
  /** Lays the trap. */
  plant(lab: HostileLab): void;
  /** Shows that plain git walks into it; true when it was fooled. */
  springs(lab: HostileLab): boolean;
  /** Where the only safe answer is none. */
  refused?: true;
  /** The mirror reads past it, but the engine registers no repository in which git shows another history. */
  unregistered?: true;
  /** What must be seen in the end, besides the evil line. */
  mustShow?: readonly string[];
};

export function prepare(mirrored: MirroredWorkshop): HostileLab {
  const lab = {
    ...mirrored,
    ...canaryIn(mirrored.folder),
    secret: join(mirrored.folder, "secret"),
  };
  lab.write("a.ts", "good()\n");
  lab.write("b.ts", "b\n");
  const base = lab.commit("Base");
  lab.git("checkout", "--quiet", "-b", "agent");
  lab.write("a.ts", "evil()\n");
  const evil = lab.commit("Evil");
  lab.git("init", "--quiet", "--initial-branch=main", lab.secret);
  writeFileSync(join(lab.secret, "key"), "top secret\n");
  lab.git("-C", lab.secret, "add", "key");
  lab.git("-C", lab.secret, "commit", "--quiet", "-m", "secret");
  return { ...lab, base, evil };
}

function canaryIn(folder: string): Pick<HostileLab, "canary" | "trace" | "fired"> {
  const trace = join(folder, "fired");
  const canary = join(folder, "canary");
  writeFileSync(canary, `#!/bin/sh\necho fired >> '${trace}'\ncat /dev/null\nexit 0\n`);
  chmodSync(canary, 0o755);
  return {
    trace,
    canary,
    fired: () => {
      const hasFired = existsSync(trace);
      rmSync(trace, { force: true });
      return hasFired;
    },
  };
}
