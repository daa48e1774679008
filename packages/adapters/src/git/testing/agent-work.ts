import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { MirroredWorkshop } from "./open-mirror.ts";

/** Changes the files of a directory. */
export type Edit = {
  write(path: string, content: string | Uint8Array, mode?: number): void;
  link(path: string, target: string): void;
  erase(path: string): void;
};

/** Work of an agent in its own worktree, on top of what main is, copied into the mirror. */
export async function agentWork(
  lab: MirroredWorkshop,
  change: (edit: Edit) => void,
): Promise<{ worktree: string; branch: string; expected: string; next: string }> {
  const expected = lab.git("rev-parse", "main");
  const branch = `agent-${expected.slice(0, 8)}`;
  const worktree = join(lab.folder, branch);
  lab.git("worktree", "add", "--quiet", "-b", branch, worktree, "main");
  change(editIn(worktree));
  lab.git("-C", worktree, "add", "--all", "--force");
  lab.git("-C", worktree, "commit", "--quiet", "--allow-empty", "-m", "Work");
  const { commit: next } = await lab.mirror.fetch(lab.repository, { branch });
  return { worktree, branch, expected, next };
}

export function editIn(root: string): Edit {
  const placeOf = (path: string): string => {
    const place = join(root, path);
    mkdirSync(dirname(place), { recursive: true });
    return place;
  };
  return {
    write: (path, content, mode = 0o644) => {
      const place = placeOf(path);
      writeFileSync(place, content);
      chmodSync(place, mode);
    },
    link: (path, target) => symlinkSync(target, placeOf(path)),
    erase: (path) => rmSync(join(root, path), { recursive: true }),
  };
}
