import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import type { Notification, NotifyResult } from "@countersign/engine";

type Environment = Readonly<Record<string, string | undefined>>;

export type DesktopOptions = {
  /** The engine's environment; only variables that locate the desktop are passed on. */
  environment: Environment;
  /** The platform's program by absolute path. Default: found in its usual places. */
  program?: DesktopProgram | undefined;
};

export type DesktopProgram = { kind: "notify-send" | "osascript"; path: string };

const TIMEOUT_MS = 5_000;

/** Fixed locations: an inherited PATH would decide which program runs. */
const USUAL_PLACES: Readonly<Record<string, readonly DesktopProgram[]>> = {
  linux: [
    { kind: "notify-send", path: "/usr/bin/notify-send" },
    { kind: "notify-send", path: "/usr/local/bin/notify-send" },
  ],
  darwin: [{ kind: "osascript", path: "/usr/bin/osascript" }],
};

/** Variables that the program needs to find the person's desktop. */
const PASSED_ON = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY"];

/** Shows a notification on the desktop of the engine's machine, through the platform's own program. */
export async function sendDesktop(
  { title, lines }: Notification,
  { environment, program }: DesktopOptions,
): Promise<NotifyResult> {
  const found = program ?? (await findDesktopProgram());
  if (found === null) return { ok: false, retry: false, reason: INSTALL };
  const args = ARGUMENTS[found.kind](`countersign: ${title}`, lines.join("\n"));
  return await run(found.path, args, surroundings(environment));
}

const INSTALL =
  "this machine has no notify-send; install it: apt install libnotify-bin (Debian, Ubuntu)";

/** Finds the program of this platform; null if it is missing. */
export async function findDesktopProgram(
  places: readonly DesktopProgram[] = USUAL_PLACES[process.platform] ?? [],
): Promise<DesktopProgram | null> {
  for (const place of places) {
    const isThere = await access(place.path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
  }
  return null;
}

/**
 * Passes the texts as arguments of a fixed command, never as a script. Escapes markup for
 * notify-send.
 */
const ARGUMENTS: Readonly<
  Record<DesktopProgram["kind"], (title: string, body: string) => string[]>
> = {
  "notify-send": (title, body) => ["--app-name=countersign", "--", title, withoutMarkup(body)],
  osascript: (title, body) => [
    ...["-e", "on run argv"],
    ...["-e", "display notification (item 2 of argv) with title (item 1 of argv)"],
    ...["-e", "end run"],
    title,
    body,
  ],
};

function withoutMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function surroundings(environment: Environment): Record<string, string> {
  const uid = process.getuid?.();
  const runtime = environment.XDG_RUNTIME_DIR ?? (uid === undefined ? "" : `/run/user/${uid}`);
  const given = PASSED_ON.flatMap((name) => {
    const value = environment[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  return {
    PATH: "/usr/bin:/bin",
    XDG_RUNTIME_DIR: runtime,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${runtime}/bus`,
    ...Object.fromEntries(given),
  };
}

function run(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<NotifyResult> {
  return new Promise((resolve) => {
    execFile(program, args, { env, cwd: "/", timeout: TIMEOUT_MS }, (error) =>
      resolve(
        error === null
          ? { ok: true }
          : { ok: false, retry: false, reason: `${program} failed; is there a desktop session?` },
      ),
    );
  });
}
