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

/** Serializes the runs with one login, because a program may rotate the token. */
const withLogin = createKeyedMutex();

const HTTPS_PORT = 443;
/**
 * Programs disagree about the case of the name. The shell fills in the port, because it is only
 * known where the program runs.
 */
const PROXY = 'export HTTPS_PROXY="http://127.0.0.1:$GATEWAY_PORT" https_proxy="$HTTPS_PROXY"';

/**
 * Runs a program with a private copy of a login, and nothing else of the person's home; null if
 * there is no login.
 *
 * The program reaches only its vendor's hosts. Runs with one login are sequential: concurrent runs
 * that rotate its tokens would invalidate each other's. The result contains the tokens, so that
 * they can be removed from the program's output.
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
