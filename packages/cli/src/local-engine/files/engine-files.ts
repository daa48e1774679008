import { join } from "node:path";

/** Where the local engine keeps what the command line must find. */
export type EngineFiles = {
  directory: string;
  /** Where it listens and who it is, while it runs. */
  run: string;
  /** Held by the command that is starting it. */
  lock: string;
  /** Held by the engine itself. */
  place: string;
  /** The port at which it last listened. */
  port: string;
  log: string;
  credentials: string;
  /** The credentials of the GitHub App, if the engine has one. */
  githubApp: string;
  /** What the owner decided for this machine. */
  settings: string;
};

export function engineFiles(directory: string): EngineFiles {
  return {
    directory,
    run: join(directory, "engine.json"),
    lock: join(directory, "engine.lock"),
    place: join(directory, "engine.pid"),
    port: join(directory, "port.json"),
    log: join(directory, "engine.log"),
    credentials: join(directory, "credentials.json"),
    githubApp: join(directory, "github.json"),
    settings: join(directory, "settings.json"),
  };
}
