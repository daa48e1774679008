import { addBlock, removeBlock } from "./block-edit.ts";
import type { Edit, EditResult } from "./edit.ts";
import { addToJson, removeFromJson } from "./json-edit.ts";

/** A file's text with the edit in it; null is a file that is not there. */
export function applyEdit(text: string | null, edit: Edit, name: string): EditResult {
  switch (edit.kind) {
    case "whole":
      return text === null || text === edit.text
        ? { text: edit.text }
        : { left: "is there already, with another text" };
    case "json":
      return addToJson(text ?? "", edit.additions, name);
    case "block":
      return addBlock(text, edit.block);
  }
}

/** Removes the edit from a file that was changed since; null when the edit cannot be identified. */
export function revertEdit(
  text: string,
  edit: Edit,
  { before, name }: { before: string | null; name: string },
): string | null {
  switch (edit.kind) {
    case "whole":
      return null;
    case "json":
      return removeFromJson(text, edit.additions, { before, name });
    case "block":
      return removeBlock(text, edit.block);
  }
}
