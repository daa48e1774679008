import type { Forge, ForgeReport } from "@countersign/engine";

/** A call of the engine to the forge, for example `merge 1`: the first merge since the calls are counted. */
export type ForgeCall = string;

/** What happens on the forge, and right before which call. */
type ForgeIntrusion = { at: ForgeCall; act: () => Promise<void> };

/** Calls about other matters than one pull request, which come at any time. */
const PERIODIC: readonly string[] = [
  ...["changes", "scan", "deliveries", "redeliver", "rules", "repositories"],
  "readWebhook",
];

/**
 * Counts the engine's calls to a forge, and lets something happen there right before one of them. The engine knows a
 * forge by its calls alone, so these are all the points at which a change there can make a difference.
 */
export function createRacingForge(inner: Forge) {
  let counts = new Map<string, number>();
  let planned: ForgeIntrusion | null = null;
  let calls: ForgeCall[] = [];
  const shown: Pick<ForgeReport, "commit" | "state">[] = [];

  const before = async (name: string): Promise<void> => {
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    calls.push(`${name} ${nth}`);
    if (planned?.at !== `${name} ${nth}`) return;
    const { act } = planned;
    planned = null;
    await act();
  };
  const tell: Forge["tell"] = async (repo, number, report, ids) => {
    await before("tell");
    shown.push({ commit: report.commit, state: report.state });
    return await inner.tell(repo, number, report, ids);
  };
  const forge = new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === "tell") return tell;
      if (typeof value !== "function" || PERIODIC.includes(String(name))) return value;
      return async (...args: unknown[]): Promise<unknown> => {
        await before(String(name));
        return await value.apply(target, args);
      };
    },
  });
  return {
    forge,
    /** Counts the calls from here on. The intrusion happens once. */
    start(intrusion: ForgeIntrusion | null): void {
      counts = new Map();
      calls = [];
      shown.length = 0;
      planned = intrusion;
    },
    calls: (): readonly ForgeCall[] => calls,
    /** The commits whose check the engine made green. */
    greenCommits: () => shown.flatMap(({ commit, state }) => (state === "success" ? commit : [])),
    isPassed: () => planned === null,
  };
}
