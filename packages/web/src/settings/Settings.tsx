import type { Keymap } from "@countersign/review";
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { z } from "zod";
import { createWebKeymap } from "./web-keys.ts";

export const THEMES = ["system", "dark", "light", "blue-orange", "high-contrast"] as const;

const STORED = "countersign.settings";

/** Settings of this browser. They hold nothing secret. */
const StoredSettings = z.object({
  theme: z.enum(THEMES).catch("system"),
  /** Whether keys without Ctrl run commands. */
  hasLetterKeys: z.boolean().catch(true),
  keys: z
    .record(z.string(), z.union([z.string(), z.array(z.string()), z.literal(false)]))
    .catch({}),
});
type StoredSettings = z.infer<typeof StoredSettings>;

export type Settings = StoredSettings & {
  keymap: Keymap;
  change(changes: Partial<StoredSettings>): void;
};

const SettingsContext = createContext<Settings | null>(null);

export function useSettings(): Settings {
  const settings = use(SettingsContext);
  if (settings === null) throw new Error("There are no settings");
  return settings;
}

export function SettingsProvider({ children }: { children: ReactNode }) {
  const [stored, setStored] = useState(readSettings);
  useEffect(() => {
    const light = matchMedia("(prefers-color-scheme: light)");
    const show = () => {
      const { theme } = stored;
      document.documentElement.dataset.theme =
        theme === "system" ? (light.matches ? "light" : "dark") : theme;
    };
    show();
    light.addEventListener("change", show);
    return () => light.removeEventListener("change", show);
  }, [stored]);
  const settings = useMemo(
    (): Settings => ({
      ...stored,
      keymap: createWebKeymap(stored.keys),
      change(changes) {
        const next = { ...stored, ...changes };
        localStorage.setItem(STORED, JSON.stringify(next));
        setStored(next);
      },
    }),
    [stored],
  );
  return <SettingsContext value={settings}>{children}</SettingsContext>;
}

function readSettings(): StoredSettings {
  const found = StoredSettings.safeParse(readJson(localStorage.getItem(STORED) ?? "{}"));
  return found.success ? found.data : StoredSettings.parse({});
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
