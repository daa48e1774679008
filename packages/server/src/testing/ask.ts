import { type IncomingHttpHeaders, request } from "node:http";

export type TestRequest = {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Close the connection after the first chunk of the response, because a stream has no end. */
  onlyBeginning?: boolean;
  /** The address of this machine that the request comes from. */
  from?: string;
};

export type TestResponse = { status: number; headers: IncomingHttpHeaders; text: string };

/** Sends one request on its own connection, with any headers, including Host, and the path as it is written. */
export function ask(url: string, asked: TestRequest): Promise<TestResponse> {
  const { method, path, headers = {}, body, onlyBeginning = false, from } = asked;
  return new Promise((resolve, reject) => {
    const options = { method, path, headers, agent: false, ...(from && { localAddress: from }) };
    const sent = request(url, options, (response) => {
      const pieces: Buffer[] = [];
      const tell = (): void =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(pieces).toString("utf8"),
        });
      response.on("data", (piece: Buffer) => {
        pieces.push(piece);
        if (!onlyBeginning) return;
        tell();
        sent.destroy();
      });
      response.on("error", reject);
      response.on("end", tell);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
