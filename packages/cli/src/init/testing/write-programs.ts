import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A stand-in for the agents' programs and for Beads, which keeps its list of states in one file. */
export async function writePrograms(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of ["claude", "codex", "gemini", "opencode", "copilot", "cursor-agent", "amp"]) {
    await writeFile(join(folder, name), "#!/bin/sh\nexit 1\n");
    await chmod(join(folder, name), 0o755);
  }
  await writeFile(join(folder, "bd"), BD);
  await chmod(join(folder, "bd"), 0o755);
}

const BD = `#!/bin/sh
[ "$1 $3" = "config status.custom" ] || exit 1
case "$2" in
  get) printf '{"key":"status.custom","value":"%s"}' "$(sed -n 's/^states: //p' .beads/config.yaml)" ;;
  set) echo "states: $4" >.beads/config.yaml ;;
  unset) : >.beads/config.yaml ;;
esac
`;
