import { REVIEW_COMMANDS } from "@countersign/review";
import { WEB_COMMAND_IDS, WEB_COMMANDS, type WebCommandId } from "../../commands/web-commands.ts";
import { useSettings } from "../../settings/Settings.tsx";
import { WEB_KEYS } from "../../settings/web-keys.ts";

/** Lets the person change the keys of each command. Keys are separated by spaces; an empty field means none. */
export function KeyTable() {
  const { keys, keymap, change } = useSettings();
  const set = (id: WebCommandId, text: string): void => {
    const wanted = text.split(" ").filter((key) => key !== "");
    const { [id]: _, ...others } = keys;
    const isDefault = wanted.join(" ") === (WEB_KEYS[id] ?? REVIEW_COMMANDS[id].keys).join(" ");
    change({
      keys: isDefault ? others : { ...others, [id]: wanted.length === 0 ? false : wanted },
    });
  };
  return (
    <>
      {keymap.problems.map((problem) => (
        <p key={problem} role="alert" className="text-warning">
          {problem}
        </p>
      ))}
      <table className="w-full text-left">
        <tbody>
          {WEB_COMMAND_IDS.map((id) => (
            <tr key={id} className="border-edge border-t">
              <th scope="row" className="pr-3 font-normal">
                <label htmlFor={`key-${id}`}>{WEB_COMMANDS[id].name}</label>
                <span className="ml-2 text-muted">{id}</span>
              </th>
              <td className="w-40 py-1">
                <input
                  id={`key-${id}`}
                  className="field"
                  defaultValue={keymap.specs.get(id)?.keys.join(" ") ?? ""}
                  onBlur={({ target }) => set(id, target.value)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
