import { CountersignError } from "@countersign/core";
import { createByteSource, GitStoppedError } from "../program/byte-source.ts";
import type { GitCall } from "../program/git-call.ts";
import type { GitQuestion, GitServer } from "../program/git-server.ts";
import type { GitSettings } from "../program/git-settings.ts";
import { startGit } from "../program/run-git.ts";

/**
 * Keeps a git process that answers many questions at the same time: all questions of one turn of the event loop are
 * written together, before the first answer. It is not started again if it dies.
 */
export function createPipelinedServer(settings: GitSettings, call: GitCall): GitServer {
  const { child, complaint, kill } = startGit(settings, call);
  child.on("error", () => {}); // its output ends then, which the reader notices
  const source = createByteSource(child.stdout);
  let last: Promise<unknown> = Promise.resolve();
  let unwritten = "";

  const write = (): void => {
    child.stdin.write(unwritten);
    unwritten = "";
  };
  const answer = async <T>({ read, timeoutMs }: GitQuestion<T>): Promise<T> => {
    const timer = setTimeout(kill, timeoutMs ?? settings.timeoutMs);
    try {
      return await read(source);
    } catch (error) {
      if (!(error instanceof GitStoppedError)) throw error;
      const cause = new Error(complaint());
      throw new CountersignError("upstream_failed", `git ${call.args[0]} failed`, { cause });
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    ask(question) {
      if (unwritten === "") setImmediate(write);
      unwritten += question.input;
      const mine = last.then(() => answer(question));
      last = mine.catch(() => {});
      return mine;
    },
    close() {
      void last.then(() => child.stdin.end());
    },
  };
}
