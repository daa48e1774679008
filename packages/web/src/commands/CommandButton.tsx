import { decisionKind, firstKey } from "@countersign/review";
import type { ReactNode } from "react";
import { useSettings } from "../settings/Settings.tsx";
import { useRunCommand } from "./Commands.tsx";
import type { WebCommandId } from "./web-commands.ts";

type CommandButtonProps = {
  id: WebCommandId;
  children: ReactNode;
  isPressed?: boolean;
  isMain?: boolean;
  isDisabled?: boolean;
};

/** A button that runs a command of what is on screen, with its key. */
export function CommandButton({
  id,
  children,
  isPressed,
  isMain = false,
  isDisabled = false,
}: CommandButtonProps) {
  const run = useRunCommand();
  const { keymap } = useSettings();
  const key = firstKey(keymap, id);
  return (
    <button
      type="button"
      className="button"
      data-kind={isMain ? "main" : undefined}
      data-decides={decisionKind(keymap, id) === "for" ? "" : undefined}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={() => run(id)}
    >
      {children} {key !== "" && <kbd className="key hidden sm:inline">{key}</kbd>}
    </button>
  );
}
