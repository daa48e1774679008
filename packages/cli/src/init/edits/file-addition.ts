import { join } from "node:path";
import type { Edit } from "./edit.ts";

/** What init wants to add at one path, and how the plan says it. */
export type FileAddition = {
  path: string;
  /** The folder that it lies in for good: no link between the two is followed. */
  within: string;
  /** The path for people. */
  shown: string;
  /** What the plan calls it; files of one name are one line there. */
  line: string;
  says: string;
  edit: Edit;
  executable: boolean;
  /** Why a file with this text is better left alone; null if it is not. */
  clash: (text: string) => string | null;
  /** The agent rewrites this file while it runs and keeps secrets in it, so no copy of the whole is kept. */
  isLive: boolean;
};

/** The folder that additions are made in, and how it is shown. */
export type AdditionFolder = { folder: string; prefix: string };

export function createFileAddition(
  base: AdditionFolder,
  name: string,
  more: Pick<FileAddition, "says" | "edit"> &
    Partial<Pick<FileAddition, "line" | "executable" | "clash" | "isLive">>,
): FileAddition {
  return {
    path: join(base.folder, name),
    within: base.folder,
    shown: `${base.prefix}${name}`,
    line: `${base.prefix}${name}`,
    executable: false,
    clash: () => null,
    isLive: false,
    ...more,
  };
}
