import {
  createKeyedMutex,
  type OwnerCertificates,
  type ProcessRequest,
  type ProcessRunner,
} from "@countersign/engine";
import { openPackageProxy, type ProxyOptions } from "../gateway/open-package-proxy.ts";
import type { AgentLogin } from "./agent-login.ts";
import { copyLogin } from "./login-copy.ts";

export type LoginOptions = {
  processes: ProcessRunner;
  /** The person's folder with the login. */
  folder: string;
  certificates?: (() => Promise<OwnerCertificates>) | undefined;
  proxy?: ProxyOptions | undefined;
};

type Request = Omit<ProcessRequest, "network" | "home">;

/** One run at a time uses a login: its program may rotate the token. */
const withLogin = createKeyedMutex();

const HTTPS_PORT = 443;
/** Programs disagree about the case of the name. The port is only known where the program runs. */
const PROXY = 'export HTTPS_PROXY="http://127.0.0.1:$GATEWAY_PORT" https_proxy="$HTTPS_PROXY"';

/**
 * Runs a program with a private copy of a login, and nothing else of the person's home.
 *
 * It reaches its vendor's hosts alone. Runs with one login follow one another: two that rotate its tokens at once would
 * make each other's worthless. Its tokens come with the result, so that they are taken out of what the program said.
 * Null if there is no login.
 */
export async function runWithLogin(
  login: AgentLogin,
  { processes, folder, certificates, proxy: proxyOptions }: LoginOptions,
  request: Request,
) {
  return await withLogin(folder, async () => {
    const copy = await copyLogin({ ...login, folder });
    if (copy === null) return null;
    const hosts = login.hosts.map((host) => ({ host, port: HTTPS_PORT, listed: false }));
    const proxy = await openPackageProxy(hosts, proxyOptions);
    try {
      const trusted = certificateSettings(await certificates?.());
      const result = await processes.run({
        ...request,
        command: `${PROXY}\n${request.command}`,
        env: { ...request.env, ...trusted.env },
        readable: [...(request.readable ?? []), ...trusted.readable],
        home: copy.home,
        network: { socket: proxy.socket },
      });
      return { result, tokens: await copy.tokens() };
    } finally {
      await proxy.close();
      await copy.settle();
    }
  });
}

function certificateSettings(owner: OwnerCertificates | undefined): {
  env: Record<string, string>;
  readable: string[];
} {
  const variables = {
    NODE_EXTRA_CA_CERTS: owner?.extra,
    SSL_CERT_FILE: owner?.file,
    SSL_CERT_DIR: owner?.directory,
  };
  const set = Object.entries(variables).flatMap(([name, path]) =>
    typeof path === "string" ? [[name, path] as const] : [],
  );
  return { env: Object.fromEntries(set), readable: [...new Set(set.map(([, path]) => path))] };
}
