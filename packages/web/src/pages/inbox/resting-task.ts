import { useSyncExternalStore } from "react";
import type { FactLine } from "../../data/line-facts.ts";

/** The task on which the cursor rests. Only the preview is drawn again when it changes, not the list. */
export type RestingTask = {
  get(): FactLine | null;
  set(line: FactLine | null): void;
  subscribe(onChange: () => void): () => void;
};

export function createRestingTask(): RestingTask {
  let resting: FactLine | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => resting,
    set(line) {
      if (line === resting) return;
      resting = line;
      for (const onChange of listeners) onChange();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

export function useRestingTask(resting: RestingTask): FactLine | null {
  return useSyncExternalStore(resting.subscribe, resting.get);
}
