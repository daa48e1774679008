import { useCommands } from "../../commands/Commands.tsx";
import { hasAccounts } from "../../session/SignedOut.tsx";
import { THEMES, useSettings } from "../../settings/Settings.tsx";
import { KeyTable } from "./KeyTable.tsx";
import { PasskeyTable } from "./PasskeyTable.tsx";
import { PeopleSection } from "./PeopleSection.tsx";
import { SessionTable } from "./SessionTable.tsx";

/** Settings of this browser, the sessions of the person, and the people of a team. */
export function SettingsPage() {
  const { theme, hasLetterKeys, change } = useSettings();
  useCommands("help", {});
  return (
    <article className="flex max-w-3xl flex-col gap-6 p-4">
      <h1 className="text-xl font-semibold">Settings</h1>
      <section aria-labelledby="appearance">
        <h2 id="appearance" className="mb-2 text-lg font-semibold">
          Appearance
        </h2>
        <label className="flex items-center gap-3">
          Theme
          <select
            className="field max-w-48"
            value={theme}
            onChange={({ target }) =>
              change({ theme: THEMES.find((name) => name === target.value) ?? "system" })
            }
          >
            {THEMES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </section>
      <PasskeyTable />
      <SessionTable />
      {hasAccounts() && <PeopleSection />}
      <section aria-labelledby="keys">
        <h2 id="keys" className="mb-2 text-lg font-semibold">
          Keys
        </h2>
        <label className="mb-3 flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="size-6"
            checked={hasLetterKeys}
            onChange={({ target }) => change({ hasLetterKeys: target.checked })}
          />
          Single letters run commands
        </label>
        <KeyTable />
      </section>
    </article>
  );
}
