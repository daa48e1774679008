import { subscribe } from "node:diagnostics_channel";
import { text } from "node:stream/consumers";
import { createGitTransport, type RemoteRepository } from "@countersign/adapters";

type FetchWork = {
  dataDirectory: string;
  gitDir: string;
  remote: RemoteRepository;
  refs: string[];
  killAt: string | null;
};

/** Fetches as its input says, and kills itself at a named boundary. */
const work: FetchWork = JSON.parse(await text(process.stdin));
const { dataDirectory, gitDir, remote, refs, killAt } = work;
subscribe("countersign.boundary", (name) => {
  if (name === killAt) process.kill(process.pid, "SIGKILL");
});
await createGitTransport({ dataDirectory }).fetch(remote, gitDir, refs);
