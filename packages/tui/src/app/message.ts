import type { TaskView } from "@countersign/api";
import type { Coloured } from "../highlight/colours.ts";
import type { MouseEvent } from "../mouse/read-mouse.ts";
import type { Answered } from "../store/answers.ts";
import type { Sending } from "../store/step.ts";
import type { Size } from "../terminal/box.ts";

/** Everything that can happen to the program. */
export type Message =
  | { type: "keys"; keys: readonly string[] }
  | { type: "pasted"; text: string }
  | { type: "pointed"; event: MouseEvent }
  | { type: "ticked" }
  | { type: "resized"; size: Size }
  | { type: "answered"; answer: Answered }
  | { type: "coloured"; coloured: Coloured }
  /** A key that decides has waited long enough. */
  | { type: "waited"; token: number }
  | { type: "sent"; sending: Sending; view: TaskView | null }
  | { type: "not_sent"; sending: Sending; code: string; why: string }
  | { type: "edited"; text: string | null }
  | { type: "told"; text: string; paint: "plain" | "warn" | "bad" };
