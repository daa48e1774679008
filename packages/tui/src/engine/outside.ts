import type { EnginePort } from "../data/engine-port.ts";
import type { Need } from "../data/need.ts";
import type { Model } from "../model/model.ts";
import type { Unsent } from "../model/unsent.ts";
import type { BothVersions } from "../terminal/hand-over.ts";
import type { Message } from "./message.ts";

/** What the program needs from the terminal and the machine. */
export type Outside = {
  nowMs(): number;
  copy(text: string): void;
  /** Returns false if the directory is not on this machine, or no shell started. */
  openShell(directory: string): Promise<boolean>;
  editText(text: string): Promise<string | null>;
  openFile(path: string, line: number): Promise<void>;
  /** Returns false if there is no pager or difftool. */
  page(text: string): Promise<boolean>;
  compare(versions: BothVersions): Promise<boolean>;
  /** Creates a new file and returns its path; never overwrites. */
  writeNew(path: string, text: string): Promise<string>;
  setMouse(on: boolean): void;
  /** Stores the drafts and read marks of the person that could not be sent, for the next session. */
  keepUnsent(unsent: Unsent, person: string | null): Promise<void>;
  /** Redraws everything, because another program may have written over it. */
  redraw(): void;
  /** Suspends the program, as Ctrl+Z does. */
  stop(): void;
  leave(): void;
};

/** The dependencies that every part of the running program shares. */
export type RunningRequest = {
  readonly engine: EnginePort;
  readonly outside: Outside;
  read(): Model;
  /** The data to load from the engine now. */
  needs(): readonly Need[];
  send(message: Message): void;
  /** Schedules a call, unless the program has ended by then. */
  later(ms: number, act: () => void): void;
};
