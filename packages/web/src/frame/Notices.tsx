import { safeText } from "@countersign/review";
import { createContext, type ReactNode, use, useMemo, useState } from "react";

/** A message at the bottom of the page, with visible signs for invisible characters. A decision that can be undone offers that. */
export type Notice = { text: string; isFailure: boolean; undo: (() => void) | null };

type Notices = {
  notice: Notice | null;
  /** Announced politely. */
  show(text: string, undo?: () => void): void;
  /** A decision that was not carried out: announced at once. */
  fail(text: string): void;
  clear(): void;
};

const NoticeContext = createContext<Notices | null>(null);

export function useNotice(): Notices {
  const notices = use(NoticeContext);
  if (notices === null) throw new Error("There are no notices");
  return notices;
}

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const actions = useMemo(
    () => ({
      show: (text: string, undo?: () => void) =>
        setNotice({ text: safeText(text), isFailure: false, undo: undo ?? null }),
      fail: (text: string) => setNotice({ text: safeText(text), isFailure: true, undo: null }),
      clear: () => setNotice(null),
    }),
    [],
  );
  const notices = useMemo(() => ({ notice, ...actions }), [notice, actions]);
  return <NoticeContext value={notices}>{children}</NoticeContext>;
}
