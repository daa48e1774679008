import type { ChildProcess } from "node:child_process";
import type { ProcessRequest } from "@countersign/engine";

/** A conversation with a command that runs. */
export type ProcessConversation = {
  /** Settles when the talk is over and the command still runs; never when the command ended first. */
  over: Promise<"talked">;
  /** Lets go of the streams once nothing of the command is left. */
  end(): Promise<void>;
};

/** Lets the caller talk with a command over its input and output. */
export function startTalk(
  { stdin, stdout }: ChildProcess,
  talk: NonNullable<ProcessRequest["talk"]>,
  { outputBytes }: Pick<ProcessRequest["limits"], "outputBytes">,
  directory: string,
): ProcessConversation {
  // A command that ends before it read everything is no error of ours.
  stdin?.on("error", () => undefined);
  stdout?.on("error", () => undefined);
  const heard = { all: false };
  const held = talk({
    heard: hear(stdout ?? [], outputBytes, heard),
    say(text) {
      if (stdin?.writable === true) stdin.write(text);
    },
    directory,
  });
  const settled = held.catch(() => undefined);
  return {
    over: new Promise((resolve) => {
      void settled.then(() => (heard.all ? undefined : resolve("talked")));
    }),
    async end() {
      await settled;
      stdin?.destroy();
      stdout?.destroy();
    },
  };
}

async function* hear(
  stream: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  maxBytes: number,
  heard: { all: boolean },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`A command printed more than ${maxBytes} bytes`);
    yield chunk;
  }
  heard.all = true;
}
