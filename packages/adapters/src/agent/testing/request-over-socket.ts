import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";

export type SocketResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  whole: boolean;
};

/** One request over a Unix socket, as a child makes it; one that breaks off is not whole. */
export async function requestOverSocket(
  socketPath: string,
  asked: { method?: string; path: string; headers?: OutgoingHttpHeaders; body?: string },
): Promise<SocketResponse> {
  const { method = "POST", path, headers = {}, body = "{}" } = asked;
  return await new Promise((resolve) => {
    const call = request({ socketPath, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      const done = (whole: boolean) => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks).toString("utf8"), whole });
      };
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => done(true));
      response.on("error", () => done(false));
    });
    call.on("error", () => resolve({ status: 0, headers: {}, body: "", whole: false }));
    call.end(body);
  });
}
