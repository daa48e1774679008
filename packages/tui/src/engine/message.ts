import type { TaskView } from "@countersign/api";
import type { EngineAnswer } from "../data/answers.ts";
import type { ColouredLines } from "../highlight/colours.ts";
import type { TaskRequest } from "../model/step.ts";
import type { Size } from "../terminal/box.ts";
import type { MouseEvent } from "../terminal/read-mouse.ts";

/** Everything that can happen to the program. */
export type Message =
  | { type: "keys"; keys: readonly string[] }
  | { type: "pasted"; text: string }
  | { type: "pointed"; event: MouseEvent }
  | { type: "ticked" }
  | { type: "resized"; size: Size }
  | { type: "answered"; answer: EngineAnswer }
  | { type: "coloured"; coloured: ColouredLines }
  /** A deciding key was not followed by another key in time. */
  | { type: "waited"; token: number }
  | { type: "sent"; sending: TaskRequest; view: TaskView | null }
  | { type: "not_sent"; sending: TaskRequest; code: string; why: string }
  | { type: "edited"; text: string | null }
  | { type: "noticed"; text: string; paint: "plain" | "warn" | "bad" };
