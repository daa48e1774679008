import type { ChildProcess } from "node:child_process";
import type { ProcessRequest } from "@countersign/engine";

/** A conversation with a running command. */
export type ProcessConversation = {
  /**
   * Settles when the conversation ends before the command; never settles if the command ends first.
   */
  over: Promise<"talked">;
  /** Closes the streams after all processes of the command have ended. */
  end(): Promise<void>;
};

/** Connects the caller with a command's input and output. */
export function startTalk(
  { stdin, stdout }: ChildProcess,
  talk: NonNullable<ProcessRequest["talk"]>,
  { outputBytes }: Pick<ProcessRequest["limits"], "outputBytes">,
  directory: string,
): ProcessConversation {
  // A command may end before it has read its whole input.
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
