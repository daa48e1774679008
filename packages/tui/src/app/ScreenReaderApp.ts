import { safeText } from "@countersign/review";
import { Text, useApp, useInput, usePaste, useStdout } from "ink";
import { createElement, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { readKeys } from "../keys/read-keys.ts";
import type { Model } from "../model/model.ts";
import type { ScreenText } from "../screen-reader/screen-text.ts";
import { announce } from "../screen-reader/screen-text.ts";
import type { AppProps } from "./App.ts";
import { describeScreen } from "./describe-screen.ts";
import { inputLinePrompt } from "./foot.ts";
import { panelInFront } from "./panels.ts";

/** The program for a screen reader: it appends lines and never redraws them. */
export function ScreenReaderApp({ program, look, onMount }: AppProps): ReactNode {
  const model = useSyncExternalStore(program.subscribe, program.read);
  const { suspendTerminal } = useApp();
  const { write } = useStdout();
  const spoken = useRef<ScreenText | null>(null);
  useInput((input, key) => {
    const keys = readKeys(input, key);
    if (keys.length > 0) program.send({ type: "keys", keys });
  });
  usePaste((text) => program.send({ type: "pasted", text }));
  useEffect(() => onMount((work) => suspendTerminal(work)), [onMount, suspendTerminal]);
  useEffect(() => {
    const now = describeScreen(model);
    const lines = announce(spoken.current, now);
    spoken.current = now;
    const text = lines.map((line) => safeText(line, look.ascii)).join("\n");
    if (lines.length > 0) write(`${text}\n`);
  }, [model, look, write]);
  const writing = writingLine(model);
  return writing === null ? null : createElement(Text, null, safeText(writing, look.ascii));
}

/** The input line, which is the only redrawn text. */
function writingLine(model: Model): string | null {
  const { line } = model;
  if (line !== null) return `${inputLinePrompt(line.is)}${line.field.text}`;
  return panelInFront(model).form?.line(model) ?? null;
}
