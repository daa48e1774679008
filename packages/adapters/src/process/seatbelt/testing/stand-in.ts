import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createSandboxedProcessRunner } from "../../create-sandboxed-process-runner.ts";

const NODE = dirname(dirname(process.execPath));

/** What a stand-in does with the command line after the profile. */
const BEHAVIOURS = {
  /** Runs it in bubblewrap, with the checkout and the temporary folder: it refuses what Seatbelt must refuse. */
  contains: `for word in "$@"; do case $word in TMPDIR=*) temporary=\${word#TMPDIR=} ;; esac; done
exec bwrap --unshare-all --die-with-parent --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib \\
  --symlink usr/lib64 /lib64 --proc /proc --dev /dev --tmpfs /tmp --ro-bind '${NODE}' '${NODE}' \\
  --bind "$PWD" "$PWD" --bind "$temporary" "$temporary" --remount-ro /tmp --chdir "$PWD" "$@"`,
  /** Runs it with all rights. */
  "contains nothing": 'exec "$@"',
  /** Refuses every command. */
  "refuses everything": 'echo "sandbox-exec: no profile" >&2; exit 71',
} as const;

/** A runner as on a Mac, with a `sandbox-exec` that notes its words, one run after the other. */
export async function openStandIn(behaviour: keyof typeof BEHAVIOURS) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "seatbelt-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const seatbelt = join(folder, "sandbox-exec");
  const script = `#!/bin/sh\nprintf '%s\\0' "$@" >"$0.words"\nshift 2\n${BEHAVIOURS[behaviour]}\n`;
  await writeFile(seatbelt, script, { mode: 0o755 });
  return {
    folder,
    runner: createSandboxedProcessRunner({ platform: "darwin", seatbelt, graceMs: 300 }),
    /** The words of the last run. */
    words: async () => (await readFile(`${seatbelt}.words`, "utf8")).split("\0").slice(0, -1),
  };
}
