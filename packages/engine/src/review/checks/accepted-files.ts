import type { JudgeChange } from "@countersign/core";
import type { CheckoutOptions, Mirror } from "../../ports/mirror.ts";
import { acceptedManifest } from "./accepted-manifest.ts";

type Content = { repo: string; tree: string };
type Steered = { accepted: string; changes: readonly JudgeChange[] };
type Files = Pick<Mirror, "readFile">;

const MAX_MANIFEST_BYTES = 1024 * 1024;
const NPM_SETTINGS = ".npmrc";

/**
 * Returns the accepted files to write over a checkout so that they steer the check: whole files, and parts of
 * manifests.
 */
export async function acceptedFiles(
  mirror: Files,
  content: Content,
  { accepted, changes }: Steered,
): Promise<CheckoutOptions> {
  const whole = changes.filter(({ key }) => key === null).map(({ file }) => file);
  const parts = Map.groupBy(
    changes.filter(({ key, file }) => key !== null && !whole.includes(file)),
    ({ file }) => file,
  );
  const write = new Map<string, Uint8Array>();
  for (const [file, changed] of parts) {
    const keys = changed.flatMap(({ key }) => key ?? []);
    const sides = {
      accepted: await readText(mirror, content.repo, accepted, file),
      own: await readText(mirror, content.repo, content.tree, file),
    };
    const merged = acceptedManifest(sides, keys);
    if (merged === null) whole.push(file);
    else write.set(file, Buffer.from(merged));
  }
  return { from: { tree: accepted, paths: whole }, write };
}

/**
 * Returns the environment for a run with the change's own files. It pins the accepted settings of how npm starts
 * scripts.
 *
 * The environment overrides every npm configuration file of the project.
 */
export async function ownSettings(
  mirror: Files,
  { repo }: Content,
  { accepted, changes }: Steered,
): Promise<Record<string, string>> {
  if (!changes.some(({ file }) => fileName(file) === NPM_SETTINGS)) return {};
  const text = (await readText(mirror, repo, accepted, NPM_SETTINGS)) ?? "";
  return {
    npm_config_script_shell: settingIn(text, "script-shell") ?? "/bin/sh",
    npm_config_ignore_scripts: settingIn(text, "ignore-scripts") ?? "false",
  };
}

function settingIn(text: string, name: string): string | null {
  for (const line of text.split("\n").toReversed()) {
    const at = line.indexOf("=");
    if (at !== -1 && line.slice(0, at).trim() === name) return line.slice(at + 1).trim();
  }
  return null;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns null if the file does not exist or is too large for a manifest. */
async function readText(
  mirror: Files,
  repo: string,
  tree: string,
  path: string,
): Promise<string | null> {
  const read = await mirror.readFile(repo, tree, path, MAX_MANIFEST_BYTES);
  return read?.bytes == null ? null : Buffer.from(read.bytes).toString("utf8");
}
