import type { ReadLines } from "@countersign/review";
import type { EnginePort } from "../data/engine-port.ts";
import type { Need } from "../data/need.ts";
import type { Model } from "../model/model.ts";
import type { BothVersions } from "../terminal/hand-over.ts";
import type { Message } from "./message.ts";

/** What the program needs from the terminal and the machine. */
export type Outside = {
  nowMs(): number;
  copy(text: string): void;
  /** False: the directory is not on this machine, or no shell started. */
  openShell(directory: string): Promise<boolean>;
  editText(text: string): Promise<string | null>;
  openFile(path: string, line: number): Promise<void>;
  /** False: there is no pager, or no tool that compares. */
  page(text: string): Promise<boolean>;
  compare(versions: BothVersions): Promise<boolean>;
  /** Writes a file that is not there yet, and answers where. */
  writeNew(path: string, text: string): Promise<string>;
  setMouse(on: boolean): void;
  /** Feedback that was begun outlives the program. */
  keepDrafts(drafts: Model["drafts"]): void;
  /** What was read outlives it too. */
  keepRead(read: ReadLines): void;
  /** Draws everything again, whatever has written over it. */
  redraw(): void;
  /** Stops as a program does that a person has put into the background. */
  stop(): void;
  leave(): void;
};

/** What every part of the running program shares. */
export type RunningRequest = {
  readonly engine: EnginePort;
  readonly outside: Outside;
  read(): Model;
  /** What must be loaded from the engine now. */
  needs(): readonly Need[];
  send(message: Message): void;
  /** Later, unless the program has ended by then. */
  later(ms: number, act: () => void): void;
};
