import type { OwnerRegistries, PackageNetwork } from "../../../ports/package-network.ts";

export type RecordingNetwork = PackageNetwork & { opened: string[][]; closed: number };

/** A network without connections that records the allowed hosts. */
export function recordingNetwork(owner: OwnerRegistries, refused?: string): RecordingNetwork {
  const network: RecordingNetwork = {
    opened: [],
    closed: 0,
    async open(hosts) {
      network.opened.push(hosts.map(({ host }) => host));
      const failed = refused === undefined ? [] : [{ host: refused, port: 443 }];
      return {
        socket: "/run/proxy",
        failed: () => failed.map((one) => ({ ...one, why: "not_allowed" as const })),
        async close() {
          network.closed += 1;
        },
      };
    },
    registries: async () => owner,
  };
  return network;
}
