import type { ChangedFile, Note } from "@countersign/review";

/** What the pointer can do in the rows of a change. The object never changes, so that rows are not drawn again. */
export type RowActions = {
  /** Moves the cursor to a row; with `isExtended` the rows between become a range. */
  point(at: number, isExtended: boolean): void;
  openFile(file: ChangedFile, isOpen: boolean): void;
  markFile(file: ChangedFile, isRead: boolean): void;
  /** Shows more unchanged lines around the changes of a file. */
  showMore(file: ChangedFile): void;
  accept(finding: string): void;
  dismiss(finding: string): void;
  removeComment(note: Note): void;
};
