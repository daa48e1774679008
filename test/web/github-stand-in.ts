import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { listenHere } from "../attack/listen-here.ts";

/** A server on loopback that answers as GitHub's OAuth and `/user` do, for one account. */
export type GithubStandIn = { url: string; close(): void };

export async function openGithubStandIn(account: { id: number }): Promise<GithubStandIn> {
  const challenges = new Map<string, string>();
  const tokens = new Set<string>();
  const authorize = (asked: URLSearchParams): string => {
    const code = randomBytes(10).toString("hex");
    challenges.set(code, asked.get("code_challenge") ?? "");
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.search = new URLSearchParams({ code, state: asked.get("state") ?? "" }).toString();
    return back.href;
  };
  const exchange = (form: URLSearchParams): object => {
    const code = form.get("code") ?? "";
    const challenge = createHash("sha256").update(form.get("code_verifier") ?? "");
    const isRight = challenges.get(code) === challenge.digest("base64url");
    challenges.delete(code);
    // GitHub answers 200 to a wrong code, too.
    if (!isRight) return { error: "bad_verification_code" };
    const token = `gho_${randomBytes(18).toString("hex")}`;
    tokens.add(token);
    return { access_token: token, scope: "", token_type: "bearer" };
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://github.test");
    if (pathname === "/login/oauth/authorize")
      return response.writeHead(302, { location: authorize(searchParams) }).end();
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    response.setHeader("content-type", "application/json; charset=utf-8");
    if (pathname === "/login/oauth/access_token")
      return response.end(
        JSON.stringify(exchange(new URLSearchParams(String(Buffer.concat(pieces))))),
      );
    const [, token = ""] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
    response.statusCode = pathname === "/user" && tokens.has(token) ? 200 : 401;
    return response.end(JSON.stringify({ ...account, login: "renamed", email: "ana@example.com" }));
  });
  const url = await listenHere(server);
  return { url, close: () => server.close() };
}
