import type {
  ProcessLimits,
  ProcessRequest,
  ProcessResult,
  ProcessRunner,
} from "@countersign/engine";

const LIMITS: ProcessLimits = {
  timeoutMs: 30_000,
  outputBytes: 100_000,
  processes: 100,
  memoryBytes: 400 * 1024 ** 2,
};

type Asked = Partial<Omit<ProcessRequest, "limits">> & { limits?: Partial<ProcessLimits> };

/** Runs a command in a directory, sandboxed or not, with limits that fit a test and no network unless it is asked for. */
export async function runCommand(
  runner: ProcessRunner,
  directory: string,
  command: string,
  { limits, ...asked }: Asked = {},
): Promise<ProcessResult> {
  const request = { command, directory, network: "none", unsandboxed: true, ...asked } as const;
  return await runner.run({ ...request, limits: { ...LIMITS, ...limits } });
}

export function decodeText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

export function nodeCommand(script: string): string {
  return `node -e '${script}'`;
}
