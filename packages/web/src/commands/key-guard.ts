import {
  canDecide,
  DECISION_DELAY_MS,
  FRESH_GUARD,
  guardKeys,
  guardNewScreen,
} from "@countersign/review";

type KeyCommand = { decides: "for" | "back" | null; run: () => void };

export type KeyGuard = {
  /** Runs the command of a key, unless the key is part of a paste or came too soon. */
  press(key: string, command: KeyCommand | null): void;
  /** Ignores keys that decide for a moment, because the screen changed. */
  onNewScreen(): void;
};

/**
 * Keeps keys from deciding by accident: in a burst, right after the screen changed, or with another key right behind
 * them. The rules are those of the terminal.
 */
export function createKeyGuard(
  onIgnored: (count: number) => void,
  nowMs: () => number = Date.now,
): KeyGuard {
  let guard = FRESH_GUARD;
  let held: ReturnType<typeof setTimeout> | undefined;
  return {
    onNewScreen() {
      guard = guardNewScreen(guard, nowMs());
    },
    press(key, command) {
      clearTimeout(held);
      const guarded = guardKeys(guard, [key], nowMs());
      guard = guarded.guard;
      if (guarded.keys.length === 0) return onIgnored(guard.ignored);
      if (command === null) return;
      const { decides, run } = command;
      if (decides === null) return run();
      const isTooSoon = (): boolean => decides === "for" && !canDecide(guard, nowMs());
      if (isTooSoon()) return;
      held = setTimeout(() => {
        if (!isTooSoon()) run();
      }, DECISION_DELAY_MS);
    },
  };
}
