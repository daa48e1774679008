import { useApp, useInput, usePaste, useWindowSize } from "ink";
import { useEffect, useLayoutEffect } from "react";
import { readKeys } from "../keys/read-keys.ts";
import type { Pointer } from "../terminal/create-pointer.ts";
import type { LendTerminal } from "../terminal/lend-terminal.ts";
import type { Look } from "../theme/look.ts";
import type { Program } from "./program.ts";

export type AppProps = {
  program: Program;
  look: Look;
  mouse: Pointer;
  /** Called once with the functions that need a mounted program. */
  onMount(lend: LendTerminal): void;
};

/**
 * Turns keys, pastes and sizes into messages. It draws nothing: the painter writes the screen line
 * by line.
 */
export function App({ program, mouse, onMount }: AppProps): null {
  const { columns, rows } = useWindowSize();
  const { suspendTerminal } = useApp();
  useInput((input, key) => {
    const keys = readKeys(input, key);
    if (keys.length > 0) program.send({ type: "keys", keys });
  });
  usePaste((text) => program.send({ type: "pasted", text }));
  useEffect(() => {
    program.send({ type: "resized", size: { columns, rows } });
  }, [program, columns, rows]);
  // Runs before React's cleanup, so the mouse is switched off however the program ends.
  useLayoutEffect(() => mouse.hold(), [mouse]);
  useEffect(() => onMount((work) => suspendTerminal(work)), [onMount, suspendTerminal]);
  return null;
}
