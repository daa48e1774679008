import type { HubFault } from "../world/faults.ts";
import type { World } from "../world/world.ts";

export function createControlCalls(world: World) {
  return {
    /** Requests, answers and webhooks that differ from GitHub's description. A test expects none. */
    async readDeviations() {
      return world.deviations;
    },

    /** Lets the next calls of an operation fail. */
    async addFault(fault: HubFault) {
      world.faults.push(fault);
    },

    /** The faults that have not happened yet. */
    async readFaults() {
      return world.faults.filter(({ times }) => times > 0);
    },

    async clearFaults() {
      world.faults = [];
    },

    /** Every answered request since a time, oldest first. */
    async readRequests({ sinceMs = 0 }: { sinceMs?: number }) {
      return world.requests.filter(({ atMs }) => atMs >= sinceMs);
    },

    async setDeliveryMode({ mode }: { mode: World["deliveryMode"] }) {
      world.deliveryMode = mode;
    },

    async setHookUrl({ app, url }: { app: number; url: string | null }) {
      for (const one of world.apps) if (one.id === app) one.hookUrl = url;
    },

    /** Waits until every webhook was answered or failed. */
    async settle() {
      while (world.sending.size > 0) await Promise.all(world.sending);
    },

    async readDeliveries() {
      return world.deliveries.map(({ app, ...delivery }) => ({ ...delivery, app: app.id }));
    },
  };
}
