import { Dialog } from "@base-ui/react/dialog";
import { REVIEW_COMMANDS } from "@countersign/review";
import { useState } from "react";
import { useSettings } from "../settings/Settings.tsx";
import { useAvailableCommands } from "./Commands.tsx";

/** Lists the keys that work now. */
export function HelpDialog({ onClose }: { onClose(): void }) {
  const [commands] = useState(useAvailableCommands());
  const { keymap, hasLetterKeys } = useSettings();
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Popup className="sheet top-16 left-1/2 max-h-[80vh] w-[min(32rem,90vw)] -translate-x-1/2 overflow-auto p-4">
          <Dialog.Title className="mb-2 font-semibold">Keys</Dialog.Title>
          {!hasLetterKeys && <p className="mb-2 text-warning">Letter keys are off in Settings.</p>}
          <table className="w-full text-left">
            <tbody>
              {commands.map(({ id }) => (
                <tr key={id}>
                  <th scope="row" className="pr-4 font-normal">
                    {REVIEW_COMMANDS[id].does}
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
          <Dialog.Close className="button mt-3">Close</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
