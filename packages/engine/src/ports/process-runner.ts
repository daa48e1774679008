/** A command over a directory that somebody else filled. What it runs is hostile. */
export type ProcessRequest = {
  /** Given to a shell as it is; it comes from the policy of the target branch. */
  command: string;
  /** The only directory that it may write, besides a temporary one that is empty and goes away. */
  directory: string;
  /** The directory may only be read, where a sandbox can see to that. */
  readOnly?: boolean;
  /** Further directories that it may read. */
  readable?: readonly string[];
  /** The directory that is its home, which it may write. Default: an empty one that goes away. */
  home?: string | undefined;
  env?: Readonly<Record<string, string>>;
  /** What it reads from its input; nothing without it. */
  input?: string;
  /** Talks with it instead, while it runs. When the talk is over, so is the command, with the code 0. */
  talk?: ((talk: ProcessTalk) => Promise<void>) | undefined;
  /**
   * It may run without a sandbox where there is none. Only the engine's owner and a command line may say
   * so, never a repository.
   */
  unsandboxed?: boolean | undefined;
  network: ProcessNetwork;
  limits: ProcessLimits;
  signal?: AbortSignal | undefined;
};

/** A conversation with a running command. It hears the end when the command ends, however it does. */
export type ProcessTalk = {
  /** What the command prints, as it comes. More than `outputBytes` is an error. */
  heard: AsyncIterable<Uint8Array>;
  /** Gives the command something to read; it may have stopped reading. */
  say(text: string): void;
  /** The name that the directory has for the command. */
  directory: string;
};

/**
 * What a command can reach: nothing, or one Unix socket of ours and nothing else.
 *
 * The socket answers on the command's own loopback, at the port in the variable GATEWAY_PORT.
 */
export type ProcessNetwork = "none" | { socket: string };

export type ProcessLimits = {
  timeoutMs: number;
  /** Of each stream; the beginning and the end are kept, with a mark between them. */
  outputBytes: number;
  /** With their threads, where the kernel counts them. */
  processes: number;
  /** Of all processes together, and again half as much for temporary files. */
  memoryBytes: number;
  /** How much of the disk is taken while it runs. Default 16 GiB and 2,000,000 files. */
  disk?: { bytes: number; files: number } | undefined;
};

export type ProcessResult = {
  end:
    | { how: "exited"; code: number }
    | { how: "killed"; why: "timeout" | "aborted" | "memory" | "processes" | "disk" | "signal" };
  /** Empty where somebody talked with the command, and heard it. */
  stdout: Uint8Array;
  stderr: Uint8Array;
  /** Bytes that were dropped from the middle of both streams together. */
  droppedBytes: number;
  durationMs: number;
  sandboxed: boolean;
  /** The name that the directory had for the command. */
  directory: string;
};

/** What keeps a command from the rest of the machine, or why nothing does. */
export type SandboxState =
  | {
      kind: "bubblewrap" | "seatbelt";
      version: string;
      /** What it cannot keep a command from, in words for people. */
      gaps: readonly string[];
    }
  | {
      kind: "none";
      why: string;
      /** How people get one, in words for them. */
      install: string;
    };

/**
 * Runs commands that we do not trust. When it answers, nothing that it started is left.
 *
 * A command that could not be started at all is an error, never a result. So is one that needs a sandbox
 * where there is none.
 */
export interface ProcessRunner {
  sandbox(): Promise<SandboxState>;
  run(request: ProcessRequest): Promise<ProcessResult>;
}
