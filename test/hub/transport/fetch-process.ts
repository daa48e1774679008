import { subscribe } from "node:diagnostics_channel";
import { json } from "node:stream/consumers";
import { createGitTransport } from "@countersign/adapters";
import { z } from "zod";

const Work = z.object({
  dataDirectory: z.string(),
  gitDir: z.string(),
  remote: z.object({ url: z.string(), token: z.string(), ca: z.string() }),
  refs: z.array(z.string()),
  killAt: z.string().nullable(),
});

/** Fetches as its input says, and kills itself at a named boundary. */
const { dataDirectory, gitDir, remote, refs, killAt } = Work.parse(await json(process.stdin));
subscribe("countersign.boundary", (name) => {
  if (name === killAt) process.kill(process.pid, "SIGKILL");
});
await createGitTransport({ dataDirectory }).fetch(remote, gitDir, refs);
