import { chmodSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Workshop } from "./plain-git.ts";

/** Commits one file of each kind, of which `leaveEveryChange` then makes work. */
export function commitEveryKind(lab: Workshop): string {
  lab.write(".gitignore", "*.log\n");
  lab.write("changed", "1");
  lab.write("deleted", "1");
  lab.write("mode", "1");
  lab.write("dir", "becomes a folder");
  lab.write("same/as/ever", "1");
  return lab.commit();
}

/** New, changed, deleted and ignored files, a link, a mode, and a file that is now a folder. */
export function leaveEveryChange(lab: Workshop): void {
  lab.write("changed", "2");
  lab.write("new/file\nwith a line", "3");
  lab.write("noise.log", "4");
  chmodSync(join(lab.repo, "mode"), 0o755);
  rmSync(join(lab.repo, "deleted"));
  rmSync(join(lab.repo, "dir"));
  lab.write("dir/inside", "5");
  symlinkSync("/etc/passwd", join(lab.repo, "link"));
}

/** Two branches that wrote the same file, and a merge that could not join them. */
export function stopInMerge(lab: Workshop): void {
  lab.write("a", "1");
  lab.commit();
  lab.git("switch", "--quiet", "-c", "side");
  lab.write("a", "2");
  lab.commit();
  lab.git("switch", "--quiet", "main");
  lab.write("a", "3");
  lab.commit();
  lab.tryGit("merge", "side");
}
