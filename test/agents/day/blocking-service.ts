import { once } from "node:events";
import { createServer } from "node:http";

/** A reviewer behind HTTP on loopback that blocks every change, in words of its own. */
export async function startBlockingService(words: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { brief } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      const verdict = { verdict: "blocker", summary: words, findings: [] };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ completed: true, ...repeated(brief), ...verdict }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}/ask`, close: () => server.close() };
}

/** The nonce and the tree that every answer repeats. */
function repeated(brief: string): { nonce: string; tree: string } {
  const [, nonce = "", tree = ""] = /nonce (\S+), tree ([0-9a-f]{40})/.exec(brief) ?? [];
  return { nonce, tree };
}
