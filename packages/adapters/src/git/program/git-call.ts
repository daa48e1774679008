import {
  commandArguments,
  fixedEnvironment,
  type GitSettings,
  limitMemory,
  limitNetworkCommand,
} from "./git-settings.ts";
import type { SpawnRequest } from "./spawner.ts";

/** Variables that a call may add to the fixed environment. */
type CallVariable =
  | "GIT_INDEX_FILE"
  | "GIT_WORK_TREE"
  | "GIT_OBJECT_DIRECTORY"
  | "GIT_ALTERNATE_OBJECT_DIRECTORIES"
  | "GIT_AUTHOR_NAME"
  | "GIT_AUTHOR_EMAIL"
  | "GIT_AUTHOR_DATE"
  | "GIT_COMMITTER_NAME"
  | "GIT_COMMITTER_EMAIL"
  | "GIT_COMMITTER_DATE";

/** What a command gets that may connect to servers over https. */
export type NetworkAccess = {
  /** Settings that override the fixed ones, as `name=value`. Other processes can read them. */
  config: readonly string[];
  /** The text that the credential helper reads from descriptor 3. */
  credential: string;
  /** Maximum size of each file that the command writes. */
  maxFileBytes: number;
};

export type GitCall = {
  /** A bare directory of the engine; absent only before it exists. */
  gitDir?: string;
  args: readonly [command: string, ...rest: string[]];
  variables?: Partial<Record<CallVariable, string>>;
  input?: string | Uint8Array;
  maxOutput?: number;
  /** Maximum milliseconds. Default: the timeout in the settings. */
  timeoutMs?: number;
  /** Exit codes that are an answer. Default: 0 alone. */
  answers?: readonly number[];
  /** Default: no access to the network. */
  network?: NetworkAccess;
};

/** Returns the program, arguments and environment that start a command with its limits. */
export function commandLine(
  settings: GitSettings,
  call: GitCall,
): Pick<SpawnRequest, "program" | "args" | "cwd" | "env"> {
  const where = call.gitDir === undefined ? [] : [`--git-dir=${call.gitDir}`];
  const [command] = call.args;
  const { network } = call;
  const config = (network?.config ?? []).flatMap((setting) => ["-c", setting]);
  const argv = [...commandArguments(command), ...config, ...where, ...call.args];
  const env = { ...fixedEnvironment(settings), ...call.variables };
  if (network === undefined)
    return { ...limitMemory(settings.binary, command, argv), cwd: settings.home, env };
  return {
    ...limitNetworkCommand(settings.binary, { command, ...network }, argv),
    cwd: settings.home,
    env: { ...env, GIT_ALLOW_PROTOCOL: "https" },
  };
}
