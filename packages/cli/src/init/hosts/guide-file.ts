import {
  type AdditionFolder,
  createFileAddition,
  type FileAddition,
} from "../edits/file-addition.ts";
import { guideLines } from "./guide-text.ts";

/** The lines around what is ours in the file. */
export const GUIDE_MARKS = { begin: "<!-- countersign -->", end: "<!-- /countersign -->" } as const;

/** The file that most agents read at their start. */
export function guideFile(repository: AdditionFolder): FileAddition {
  return createFileAddition(repository, "AGENTS.md", {
    says: "+ how to submit work, 10 lines",
    edit: {
      kind: "block",
      block: {
        ...GUIDE_MARKS,
        lines: guideLines("<your name>"),
        place: "end",
        first: null,
      },
    },
  });
}
