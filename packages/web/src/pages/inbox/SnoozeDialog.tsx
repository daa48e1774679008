import { Dialog } from "@base-ui/react/dialog";
import { SNOOZE_TIMES, type SnoozeChoice, safeText, snoozeEndMs } from "@countersign/review";
import { useRef } from "react";
import { useCommands } from "../../commands/Commands.tsx";
import type { FactLine } from "../../data/line-facts.ts";
import { useDecider } from "../../decisions/Decisions.tsx";
import { useSession } from "../../session/Session.tsx";

type SnoozeProps = { line: FactLine; onClose(): void };

/** Asks when a task returns to the inbox. */
export function SnoozeDialog({ line, onClose }: SnoozeProps) {
  const { engine } = useSession();
  const { putAside } = useDecider();
  const list = useRef<HTMLDivElement>(null);
  const focus = (step: 1 | -1): void => {
    const buttons: HTMLElement[] = [...(list.current?.querySelectorAll("button") ?? [])];
    const focused = document.activeElement;
    const at = focused instanceof HTMLElement ? buttons.indexOf(focused) : -1;
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
  };
  useCommands(
    "later",
    { "nav.down": () => focus(1), "nav.up": () => focus(-1), "app.back": onClose },
    "dialog",
  );
  const { task, seq } = line;
  const choose = (name: SnoozeChoice, about: string): void => {
    const untilMs = snoozeEndMs(name, Date.now());
    putAside({
      task,
      seq,
      text: `${task} returns ${about}.`,
      send: () => engine.putOff({ task, body: { seq, untilMs } }),
      undo: () => engine.takeUp({ task }),
    });
    onClose();
  };
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Popup className="sheet top-24 left-1/2 w-[min(24rem,90vw)] -translate-x-1/2 p-4">
          <Dialog.Title className="mb-1 font-semibold">Later</Dialog.Title>
          <Dialog.Description className="mb-3 truncate text-muted">
            {task} {safeText(line.title)}
          </Dialog.Description>
          <div ref={list} className="flex flex-col gap-2">
            {SNOOZE_TIMES.map(([name, about]) => (
              <button
                key={name}
                type="button"
                className="button"
                onClick={() => choose(name, about)}
              >
                {about}
              </button>
            ))}
          </div>
          <Dialog.Close className="button mt-3">Cancel</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
