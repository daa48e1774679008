import { safeText } from "@countersign/review";
import { Text, useApp, useInput, usePaste, useStdout } from "ink";
import { createElement, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import type { AppProps } from "../app/App.ts";
import { promptOf } from "../app/foot.ts";
import { readKeys } from "../keys/read-keys.ts";
import { panelOf } from "../panels/panel-machine.ts";
import { draftOf } from "../redo/redo-form.ts";
import type { Model } from "../store/model.ts";
import { announce } from "./announce.ts";
import { type Spoken, speak } from "./speak.ts";

/** The same program for whoever hears it: lines are added and never drawn again. */
export function SpokenApp({ program, look, onMount }: AppProps): ReactNode {
  const model = useSyncExternalStore(program.subscribe, program.read);
  const { suspendTerminal } = useApp();
  const { write } = useStdout();
  const said = useRef<Spoken | null>(null);
  useInput((input, key) => {
    const keys = readKeys(input, key);
    if (keys.length > 0) program.send({ type: "keys", keys });
  });
  usePaste((text) => program.send({ type: "pasted", text }));
  useEffect(() => onMount((work) => suspendTerminal(work)), [onMount, suspendTerminal]);
  useEffect(() => {
    const now = speak(model);
    const lines = announce(said.current, now);
    said.current = now;
    const text = lines.map((line) => safeText(line, look.ascii)).join("\n");
    if (lines.length > 0) write(`${text}\n`);
  }, [model, look, write]);
  const writing = writingOf(model);
  return writing === null ? null : createElement(Text, null, safeText(writing, look.ascii));
}

/** The line that is being written, which is the only thing that is drawn again. */
function writingOf(model: Model): string | null {
  const { line, reason } = model;
  if (line !== null) return `${promptOf(line.is)}${line.field.text}`;
  const panel = panelOf(model.panels);
  if (panel === "reject") return `Reason: ${reason.text}`;
  if (panel !== "redo") return null;
  const { focus, feedback } = draftOf(model, model.review.current ?? "");
  return focus === "feedback" ? `Feedback: ${feedback.text.split("\n").at(-1) ?? ""}` : null;
}
