/** A command that runs in a directory with untrusted content. Treat everything it runs as hostile. */
export type ProcessRequest = {
  /** Passed to a shell unchanged. It comes from the policy of the target branch. */
  command: string;
  /** The only directory that it may write, besides an empty temporary one that is removed afterwards. */
  directory: string;
  /** Makes the directory read-only, where a sandbox can enforce that. */
  readOnly?: boolean;
  /** Further directories that it may read. */
  readable?: readonly string[];
  /** Its home directory, which it may write. Default: an empty one that is removed afterwards. */
  home?: string | undefined;
  env?: Readonly<Record<string, string>>;
  /** Its standard input. Default: empty. */
  input?: string;
  /**
   * Exchanges messages with the running command instead. When this ends, the command is stopped with exit code 0.
   */
  talk?: ((talk: ProcessTalk) => Promise<void>) | undefined;
  /**
   * Allows it to run without a sandbox if there is none. Only the engine's owner and a command line may set
   * this, never a repository.
   */
  unsandboxed?: boolean | undefined;
  network: ProcessNetwork;
  limits: ProcessLimits;
  signal?: AbortSignal | undefined;
};

/** A conversation with a running command. `heard` ends when the command ends, for whatever reason. */
export type ProcessTalk = {
  /** The command's output as it arrives. More than `outputBytes` is an error. */
  heard: AsyncIterable<Uint8Array>;
  /** Writes to the command's input. The command may have stopped reading. */
  say(text: string): void;
  /** The path of the directory as the command sees it. */
  directory: string;
};

/**
 * What a command can reach: nothing, or exactly one of our Unix sockets.
 *
 * The socket is served on the command's own loopback, at the port in the variable GATEWAY_PORT.
 */
export type ProcessNetwork = "none" | { socket: string };

export type ProcessLimits = {
  timeoutMs: number;
  /** Bytes per stream. The beginning and the end are kept, with a mark in between. */
  outputBytes: number;
  /** Maximum number of processes, including threads where the kernel counts them. */
  processes: number;
  /** Bytes for all processes together, plus half as much for temporary files. */
  memoryBytes: number;
  /** Maximum disk use while it runs. Default 16 GiB and 2,000,000 files. */
  disk?: { bytes: number; files: number } | undefined;
};

export type ProcessResult = {
  end:
    | { how: "exited"; code: number }
    | { how: "killed"; why: "timeout" | "aborted" | "memory" | "processes" | "disk" | "signal" };
  /** Empty if `talk` read the output. */
  stdout: Uint8Array;
  stderr: Uint8Array;
  /** Bytes dropped from the middle of both streams together. */
  droppedBytes: number;
  durationMs: number;
  sandboxed: boolean;
  /** The path of the directory as the command saw it. */
  directory: string;
};

/** Which sandbox isolates commands from the rest of the machine, or why there is none. */
export type SandboxState =
  | {
      kind: "bubblewrap" | "seatbelt";
      version: string;
      /** What it cannot isolate, in words for people. */
      gaps: readonly string[];
    }
  | {
      kind: "none";
      why: string;
      /** How to install one, in words for people. */
      install: string;
    };

/**
 * Runs untrusted commands. When a run returns, every process it started has ended.
 *
 * A command that could not be started is an error, never a result. So is a command that needs a sandbox when
 * there is none.
 */
export interface ProcessRunner {
  sandbox(): Promise<SandboxState>;
  run(request: ProcessRequest): Promise<ProcessResult>;
}
