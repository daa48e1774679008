import { Dialog } from "@base-ui/react/dialog";
import { useState } from "react";
import { useSettings } from "../settings/Settings.tsx";
import { useAvailableCommands } from "./Commands.tsx";
import { WEB_COMMANDS } from "./web-commands.ts";

/** Lists the keys that work now. */
export function HelpDialog({ onClose }: { onClose(): void }) {
  const [commands] = useState(useAvailableCommands());
  const { keymap, hasLetterKeys } = useSettings();
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Popup className="sheet top-16 left-1/2 max-h-[80vh] w-[min(32rem,90vw)] -translate-x-1/2 overflow-auto p-4">
          <div className="mb-2 flex items-center">
            <Dialog.Title className="grow font-semibold">Keys</Dialog.Title>
            <Dialog.Close className="button">Close</Dialog.Close>
          </div>
          {!hasLetterKeys && <p className="mb-2 text-warning">Letter keys are off in Settings.</p>}
          <table className="w-full text-left">
            <tbody>
              {commands.map(({ id }) => (
                <tr key={id}>
                  <th scope="row" className="pr-4 font-normal">
                    {WEB_COMMANDS[id].name}
                  </th>
                  <td>
                    {keymap.specs.get(id)?.keys.map((key) => (
                      <kbd key={key} className="key mr-1">
                        {key}
                      </kbd>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {keymap.problems.map((problem) => (
            <p key={problem} className="text-warning">
              {problem}
            </p>
          ))}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
