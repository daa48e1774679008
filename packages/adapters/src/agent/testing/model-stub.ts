import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

type Seen = {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
};

export type ModelStub = { url: string; seen: Seen[]; close(): void };

type Answer = (response: ServerResponse, seen: Seen) => void;

/** A server on loopback that keeps what it was sent and answers as a test says. */
export async function startModelStub(answer: Answer): Promise<ModelStub> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString("utf8") };
    seen.push(one);
    answer(response, one);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
