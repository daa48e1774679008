import {
  type CommandId,
  decisionKind,
  findCommand,
  type Keymap,
  type PanelId,
} from "@countersign/review";
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useNotice } from "../frame/Notices.tsx";
import { useSettings } from "../settings/Settings.tsx";
import { createLayers, type Layers, type Level, type ScreenCommands } from "./command-layers.ts";
import { createKeyGuard, type KeyGuard } from "./key-guard.ts";
import { decidingButton, isActivation, isTyping, pressedKey } from "./pressed-key.ts";
import { isWebCommand, type WebCommandId } from "./web-commands.ts";

type CommandContext = { layers: Layers; guard: KeyGuard };

const Context = createContext<CommandContext | null>(null);

function useCommandContext(): CommandContext {
  const context = use(Context);
  if (context === null) throw new Error("There is no command context");
  return context;
}

/** Offers commands while the component is shown. A dialog lies in front of a page, a page in front of the frame. */
export function useCommands(panel: PanelId, handlers: ScreenCommands, level: Level = "page"): void {
  const { layers, guard } = useCommandContext();
  const current = useRef(handlers);
  useLayoutEffect(() => {
    current.current = handlers;
  });
  // Before the screen is painted: a key for what is painted must not reach what was there before. What lies behind a
  // dialog is a new screen too when the dialog closes.
  useLayoutEffect(() => {
    guard.onNewScreen();
    const remove = layers.add({ panel, level, handlers: () => current.current });
    return () => {
      guard.onNewScreen();
      remove();
    };
  }, [layers, guard, panel, level]);
}

/** Returns a function that lists the commands that work now. */
export function useAvailableCommands(): Layers["available"] {
  return useCommandContext().layers.available;
}

/** Returns a function that runs a command of what is on screen, for buttons. */
export function useRunCommand(): (id: WebCommandId) => void {
  const { layers } = useCommandContext();
  return (id) => layers.find(id)?.();
}

/** Keys that decide are ignored for a moment whenever the given value changes, such as the task on screen. */
export function useNewScreen(screen: string): void {
  const { guard } = useCommandContext();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed screen is what it reports
  useLayoutEffect(() => guard.onNewScreen(), [screen, guard]);
}

/** Runs commands by key, with the letters of the terminal. */
export function CommandProvider({ children }: { children: ReactNode }) {
  const { keymap, hasLetterKeys } = useSettings();
  const { show } = useNotice();
  const [context] = useState(
    (): CommandContext => ({
      layers: createLayers(),
      guard: createKeyGuard((count) => show(`ignored ${count} keys, looked like a paste`)),
    }),
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isForText(event)) return;
      if (isActivation(event.key, event.target)) activate(context.guard, event);
      else pressKey(context, hasLetterKeys ? keymap : withoutLetters(keymap), event);
    };
    addEventListener("keydown", onKey);
    addEventListener("keyup", holdSpace);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("keyup", holdSpace);
    };
  }, [context, keymap, hasLetterKeys]);
  return <Context value={context}>{children}</Context>;
}

function isForText({ key, target }: KeyboardEvent): boolean {
  return isTyping(target) && key !== "Escape";
}

/** Presses a focused button that decides through the guard, like a key that decides. Others are left to the browser. */
function activate(guard: KeyGuard, event: KeyboardEvent): void {
  const button = decidingButton(event.target);
  if (button === null) return;
  event.preventDefault();
  guard.press(event.key, event.repeat ? null : { decides: "for", run: () => button.click() });
}

/** Some browsers press a button when Space is released. */
function holdSpace(event: KeyboardEvent): void {
  if (event.key === " " && decidingButton(event.target) !== null) event.preventDefault();
}

function pressKey({ layers, guard }: CommandContext, keymap: Keymap, event: KeyboardEvent): void {
  const key = pressedKey(event);
  if (key === null) return;
  const ids = layers
    .frontPanels()
    .flatMap((panel) => findCommand(keymap, key, panel) ?? [])
    .filter(isWebCommand);
  // A page may have several panels: the key belongs to the first that has a command for it.
  const id = ids.find((one) => layers.find(one) !== null) ?? null;
  const run = id === null ? null : layers.find(id);
  if (run !== null) event.preventDefault();
  const decides = id === null ? null : decisionKind(keymap, id);
  // A key that is held down decides once, but its repetitions count as keys of a burst.
  const isRepeated = decides !== null && event.repeat;
  guard.press(key, run === null || isRepeated ? null : { decides, run });
}

/** Leaves keys that are not letters, and those with Ctrl. */
function withoutLetters(keymap: Keymap): Keymap {
  const specs = [...keymap.specs].map(([id, spec]): [CommandId, typeof spec] => [
    id,
    { ...spec, keys: spec.keys.filter((key) => key.length > 1) },
  ]);
  return { ...keymap, specs: new Map(specs) };
}
