/** Records when this process last saw each target at its accepted commit. */
export type TargetSightings = {
  note(org: string, repo: string, tip: string): void;
  /** Milliseconds since 1970. Null if this process has not seen the target at this commit. */
  lastSeen(org: string, repo: string, tip: string): number | null;
};

export function createTargetSightings(now: () => number = Date.now): TargetSightings {
  const seen = new Map<string, { tip: string; atMs: number }>();
  return {
    note: (org, repo, tip) => void seen.set(`${org}/${repo}`, { tip, atMs: now() }),
    lastSeen: (org, repo, tip) => {
      const last = seen.get(`${org}/${repo}`);
      return last?.tip === tip ? last.atMs : null;
    },
  };
}
