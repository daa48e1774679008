import type { Finding } from "@countersign/api";
import {
  type Change,
  type ChangedFile,
  type ContextSize,
  FILE_ORDERS,
  type FileOrder,
  isFileRead,
  nextContextSize,
  orderFiles,
} from "@countersign/review";
import { useMemo, useState } from "react";
import type { LineReading } from "./use-reading.ts";

/** How a change is shown, and the functions that change it. */
export type DiffSettings = {
  readonly files: readonly ChangedFile[];
  readonly order: FileOrder;
  readonly opened: ReadonlyMap<string, boolean>;
  readonly readBefore: ReadonlySet<string>;
  readonly around: ReadonlyMap<string, ContextSize>;
  readonly whole: ReadonlyMap<string, ChangedFile>;
  readonly isSplit: boolean;
  readonly isBlankHidden: boolean;
  nextOrder(): void;
  toggleSplit(): void;
  toggleBlank(): void;
  openFile(file: ChangedFile, isOpen: boolean): void;
  showMore(file: ChangedFile): void;
};

type Input = {
  task: string;
  change: Change;
  findings: readonly Finding[];
  reading: LineReading;
  canSplit: boolean;
  loadWhole(path: string): Promise<ChangedFile | null>;
  onMessage(text: string): void;
};

const AROUND_WORDS = {
  near: "Three lines around each change.",
  far: "Twenty-five lines around each change.",
  all: "The whole file.",
} as const;

export function useDiffSettings(input: Input): DiffSettings {
  const { task, change, findings, reading, canSplit, loadWhole, onMessage } = input;
  const [order, setOrder] = useState<FileOrder>("findings");
  const [isSplitWanted, setSplit] = useState(false);
  const [isBlankHidden, setBlank] = useState(false);
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [around, setAround] = useState<ReadonlyMap<string, ContextSize>>(new Map());
  const [whole, setWhole] = useState<ReadonlyMap<string, ChangedFile>>(new Map());
  const { atOpening } = reading;
  const readBefore = useMemo(
    () =>
      new Set(
        change.files.filter((file) => isFileRead(atOpening, task, file)).map(({ path }) => path),
      ),
    [change, atOpening, task],
  );
  const files = useMemo(() => {
    const ordered = orderFiles(change.files, findings, order);
    const isRead = ({ path }: ChangedFile): boolean => readBefore.has(path);
    // Files that were read before come last, so that what is new comes first.
    return [...ordered.filter((file) => !isRead(file)), ...ordered.filter(isRead)];
  }, [change, findings, order, readBefore]);

  const showMore = async ({ path }: ChangedFile): Promise<void> => {
    const next = nextContextSize(around.get(path) ?? "near");
    if (next !== "near" && !whole.has(path)) {
      const file = await loadWhole(path);
      if (file === null) return onMessage(`${path} is too large to show more of it.`);
      setWhole((known) => new Map([...known, [path, file]]));
    }
    setAround((known) => new Map([...known, [path, next]]));
    onMessage(AROUND_WORDS[next]);
  };
  return {
    files,
    order,
    opened,
    readBefore,
    around,
    whole,
    isSplit: isSplitWanted && canSplit,
    isBlankHidden,
    nextOrder() {
      const next = FILE_ORDERS[(FILE_ORDERS.indexOf(order) + 1) % FILE_ORDERS.length] ?? order;
      setOrder(next);
      onMessage(`Files by ${next}.`);
    },
    toggleSplit() {
      if (canSplit) setSplit(!isSplitWanted);
      else onMessage("Too narrow for two sides.");
    },
    toggleBlank: () => setBlank(!isBlankHidden),
    openFile: ({ path }, isOpen) => setOpened((known) => new Map([...known, [path, isOpen]])),
    showMore: (file) => void showMore(file),
  };
}
