import { once } from "node:events";
import { createServer, request } from "node:http";

export type TokenProxy = { url: string; close(): Promise<void> };

/** Adds a token to every request and changes nothing else: the suite has no option for headers. */
export async function openTokenProxy(target: () => string, token: string): Promise<TokenProxy> {
  const server = createServer((asked, answer) => {
    const { hostname, port } = new URL(target());
    const forwarded = request({
      hostname,
      port,
      method: asked.method,
      path: asked.url,
      headers: { ...asked.headers, authorization: `Bearer ${token}` },
      setHost: false,
    });
    forwarded.once("response", (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    forwarded.once("error", () => answer.destroy());
    answer.once("close", () => forwarded.destroy());
    asked.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
