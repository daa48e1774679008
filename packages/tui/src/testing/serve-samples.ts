import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { contract, PLACE_EVENT, type Route, streamRoute } from "@countersign/api";
import type { EnginePort } from "../data/engine-port.ts";

/** An in-memory engine behind the contract, in place of one with a database. */
export type SampleServer = {
  readonly url: string;
  /** The number of requests, without the stream. */
  asked(): number;
  /** The number of open streams. */
  listeners(): number;
  /** Sends an event to all listeners. */
  tell(task: string): void;
  /** Breaks the streams and refuses new ones until they are allowed again. */
  breakStreams(): void;
  letStream(): void;
  close(): Promise<void>;
};

export async function serveSamples(engine: EnginePort): Promise<SampleServer> {
  const streams = new Set<ServerResponse>();
  let isBroken = false;
  let asked = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname !== streamRoute.path) {
      asked += 1;
      void answer(engine, request, response, url).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    } else if (isBroken) response.writeHead(502).end();
    else {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`id: at0\nevent: ${PLACE_EVENT}\ndata:\n\n`);
      streams.add(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It does not listen");
  const breakStreams = (): void => {
    isBroken = true;
    for (const stream of streams) stream.destroy();
    streams.clear();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked: () => asked,
    listeners: () => streams.size,
    tell(task) {
      const turn = { holder: "person", who: null };
      const line = { task, seq: 1, atMs: 0, type: "said", state: "reviewing", turn, cursor: "at1" };
      for (const stream of streams) stream.write(`id: at1\ndata: ${JSON.stringify(line)}\n\n`);
    },
    breakStreams,
    letStream() {
      isBroken = false;
    },
    async close() {
      breakStreams();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  engine: EnginePort,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const body: unknown = request.method === "POST" ? JSON.parse(await text(request)) : undefined;
  const [name, given] = callOf(request.method ?? "", url);
  const method: unknown = Reflect.get(engine, name);
  if (typeof method !== "function") throw new Error(`The samples have no ${name}`);
  const reply: unknown = await Reflect.apply(method, engine, [{ ...given, body }]);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
}

/** Maps an address to a method and its arguments. */
function callOf(method: string, { pathname, searchParams }: URL): [string, object] {
  for (const [name, route] of Object.entries<Route>(contract)) {
    const params = route.method === method.toLowerCase() ? paramsOf(route.path, pathname) : null;
    if (params === null) continue;
    return [name, { ...params, ...route.request.query.parse(Object.fromEntries(searchParams)) }];
  }
  throw new Error(`Nothing is at ${pathname}`);
}

function paramsOf(template: string, path: string): Readonly<Record<string, string>> | null {
  const pattern = template.replaceAll(/\{([a-z]+)\}/g, "(?<$1>[^/]+)");
  const found = new RegExp(`^${pattern}$`).exec(path);
  return found === null ? null : { ...found.groups };
}
