import { lazy, Suspense, useState } from "react";
import { useCommands } from "../commands/Commands.tsx";

// Base UI's dialogs are loaded when the first one opens.
const PaletteDialog = lazy(async () => ({
  default: (await import("../commands/PaletteDialog.tsx")).PaletteDialog,
}));
const HelpDialog = lazy(async () => ({
  default: (await import("../commands/HelpDialog.tsx")).HelpDialog,
}));

/** The dialogs that every page offers: the command palette and the help. */
export function FrameDialogs() {
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  const close = (): void => setOpen(null);
  useCommands(
    "board",
    { "app.command": () => setOpen("palette"), "app.help": () => setOpen("help") },
    "frame",
  );
  return (
    <Suspense>
      {open === "palette" && <PaletteDialog onClose={close} />}
      {open === "help" && <HelpDialog onClose={close} />}
    </Suspense>
  );
}
