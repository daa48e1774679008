import { spawn } from "node:child_process";
import type { Environment } from "./environment.ts";

/** How long a program that fails usually takes to say so. It may run as long as the browser does. */
const PATIENCE_MS = 2_000;

/**
 * Returns the program that opens a URL in the person's browser. Null if there is no display, where
 * `xdg-open` could start a text browser in this terminal.
 */
function browserProgram(env: Environment, platform = process.platform): string | null {
  if (platform === "darwin") return "/usr/bin/open";
  const hasDisplay = [env.DISPLAY, env.WAYLAND_DISPLAY].some((name) => (name ?? "") !== "");
  return platform === "linux" && hasDisplay ? "xdg-open" : null;
}

/** Opens a URL in the person's browser. Returns false if that is known to have failed. */
export async function openBrowser(url: string, env: Environment): Promise<boolean> {
  const program = browserProgram(env);
  if (program === null) return false;
  const child = spawn(program, [url], { env, detached: true, stdio: "ignore" });
  const patience = new AbortController();
  try {
    return await new Promise<boolean>((resolve) => {
      child.once("error", () => resolve(false));
      child.once("exit", (code) => resolve(code === 0));
      const timer = setTimeout(() => resolve(true), PATIENCE_MS);
      patience.signal.addEventListener("abort", () => clearTimeout(timer));
    });
  } finally {
    patience.abort();
    child.unref();
  }
}
