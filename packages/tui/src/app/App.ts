import { Box, Text, useApp, useInput, usePaste, useWindowSize } from "ink";
import { createElement, type ReactNode, useEffect, useSyncExternalStore } from "react";
import { readKeys } from "../keys/read-keys.ts";
import { writeRows } from "../terminal/write-rows.ts";
import type { Look } from "../theme/look.ts";
import { draw } from "./draw.ts";
import type { Program } from "./program.ts";

/** Gives the terminal away while something else runs in it. */
export type Lend = (work: () => Promise<void>) => Promise<void>;

export type AppProps = {
  program: Program;
  look: Look;
  /** Told once what only a mounted program can do. */
  onMount(lend: Lend): void;
};

/** The model drawn, and keys as messages; nothing is decided here. */
export function App({ program, look, onMount }: AppProps): ReactNode {
  const model = useSyncExternalStore(program.subscribe, program.read);
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
  useEffect(() => onMount((work) => suspendTerminal(work)), [onMount, suspendTerminal]);
  // The size of the terminal wins over what the program last heard of it: nothing is ever drawn too large.
  const fitting = model.size.columns === columns && model.size.rows === rows;
  const shown = fitting ? model : { ...model, size: { columns, rows } };
  const lines = writeRows(draw(shown), look.theme, look.ascii).split("\n");
  // One text for each line: how wide a line is, is remembered as long as it stays the same.
  return createElement(
    Box,
    { flexDirection: "column" },
    ...lines.map((line) => createElement(Text, { wrap: "truncate-end" }, line)),
  );
}
