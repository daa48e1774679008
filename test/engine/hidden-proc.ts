import { execFileSync } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `ps` works as on macOS, or fails as on a system that has neither source. */
export type ListedBy = "ps" | "nothing";

/** A system without /proc, as macOS is one. */
export type HiddenProc = {
  /** The words that run a program there. */
  wrap(words: readonly string[], listedBy?: ListedBy): string[];
  remove(): Promise<void>;
};

const PS = "/bin/ps";

/**
 * Hides /proc from programs and from what they start: each runs in a mount namespace with an empty folder there.
 *
 * The `ps` of macOS asks its kernel, that of Linux reads /proc. In place of /bin/ps therefore stands a script that
 * gives the real `ps`, and nothing else, the real /proc in a further namespace. Linux also finds libraries beside a
 * program by /proc, and macOS does not: those in `libraries` are found by the linker's cache instead. Null where this
 * account may not mount.
 */
export async function openHiddenProc(libraries: string): Promise<HiddenProc | null> {
  if (!canMount()) return null;
  const folder = await mkdtemp(join(tmpdir(), "hidden-proc-"));
  const at = (name: string) => join(folder, name);
  const ps = await realpath(PS);
  await mkdir(at("proc"));
  await copyFile(ps, at("real-ps"));
  const show = `mount -n --bind ${at("proc")} /proc && exec ${at("real-ps")} "$@"`;
  await writeFile(at("ps"), `#!/bin/sh\nexec /usr/bin/unshare -m /bin/sh -c '${show}' ps "$@"\n`);
  await writeFile(at("nothing"), "#!/bin/sh\nexit 1\n");
  await writeFile(at("ld.so.conf"), `include /etc/ld.so.conf.d/*.conf\n${libraries}\n`);
  execFileSync("/sbin/ldconfig", ["-X", "-f", at("ld.so.conf"), "-C", at("ld.so.cache")]);
  await writeFile(
    at("hide"),
    `set -e
mount --rbind /proc ${at("proc")}
mount --bind "$1" ${ps}
mount --bind ${at("ld.so.cache")} /etc/ld.so.cache
mount -t tmpfs none /proc
shift
exec "$@"
`,
  );
  for (const name of ["ps", "nothing", "real-ps"]) await chmod(at(name), 0o755);
  return {
    wrap: (words, listedBy = "ps") => [
      ...["unshare", "-m", "/bin/sh", at("hide")],
      ...[at(listedBy), ...words],
    ],
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function canMount(): boolean {
  try {
    execFileSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
