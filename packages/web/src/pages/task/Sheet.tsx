import { Dialog } from "@base-ui/react/dialog";
import type { PanelId } from "@countersign/review";
import type { ReactNode } from "react";
import { useCommands } from "../../commands/Commands.tsx";
import type { ScreenCommands } from "../../commands/command-layers.ts";

type SheetProps = {
  title: string;
  /** The panel whose keys work while the sheet is open. */
  panel: PanelId;
  onClose(): void;
  commands?: ScreenCommands;
  isWide?: boolean;
  children: ReactNode;
};

/** A dialog at the side of the page. The keys of the page do nothing while it is open. */
export function Sheet({ title, panel, onClose, commands, isWide = false, children }: SheetProps) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-10 bg-page/60" />
        <Dialog.Popup
          className={`sheet top-2 right-2 bottom-2 overflow-auto p-4 ${isWide ? "w-[min(60rem,calc(100vw-1rem))]" : "w-[min(32rem,calc(100vw-1rem))]"}`}
        >
          <Dialog.Title className="mb-3 font-semibold text-lg">{title}</Dialog.Title>
          <SheetCommands panel={panel} commands={{ "app.back": onClose, ...commands }} />
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function SheetCommands({ panel, commands }: { panel: PanelId; commands: ScreenCommands }) {
  useCommands(panel, commands, "dialog");
  return null;
}
