import { Dialog } from "@base-ui/react/dialog";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useSettings } from "../settings/Settings.tsx";
import { useAvailableCommands } from "./Commands.tsx";
import { WEB_COMMANDS } from "./web-commands.ts";

/** Lists every command that works now, found by typing. */
export function PaletteDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Popup className="sheet top-16 left-1/2 w-[min(32rem,90vw)] -translate-x-1/2 p-3">
          <Dialog.Title className="mb-2 font-semibold">Commands</Dialog.Title>
          <CommandList onDone={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function CommandList({ onDone }: { onDone(): void }) {
  const [all] = useState(useAvailableCommands());
  const { specs } = useSettings().keymap;
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const wanted = text.trim().toLowerCase();
  const found = all.filter(
    ({ id }) =>
      id !== "app.command" && `${id} ${WEB_COMMANDS[id].name}`.toLowerCase().includes(wanted),
  );
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const run = (index: number): void => {
    onDone();
    found[index]?.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else if (event.key === "Enter") run(at);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        className="field"
        aria-label="Command"
        role="combobox"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={found[at] === undefined ? undefined : `command-${found[at].id}`}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id="commands"
        role="listbox"
        aria-label="Commands"
        className="mt-2 max-h-80 overflow-auto"
      >
        {found.map(({ id }, index) => (
          <div
            key={id}
            id={`command-${id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className="flex min-h-7 cursor-pointer items-center gap-3 rounded px-2 aria-selected:bg-selected"
            onClick={() => run(index)}
            onKeyDown={onKeyDown}
          >
            <span className="grow">{WEB_COMMANDS[id].name}</span>
            <span className="text-muted">{id}</span>
            <kbd className="key">{specs.get(id)?.keys[0] ?? ""}</kbd>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="p-2 text-muted">No command matches.</p>}
    </>
  );
}
