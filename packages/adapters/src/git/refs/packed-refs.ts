import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import { readRefFile } from "./read-ref-file.ts";

const MAX_PACKED = 64 * 1024 * 1024;

/**
 * A ref with its object, or the object that a tag refers to. Refuses tabs, carriage returns and
 * control characters.
 */
const REF = /^([0-9a-f]{40}|[0-9a-f]{64}) (refs\/[^\0-\x20\x7f~^:?*[\\]+)$/;
const PEELED = /^\^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Reads every line of `packed-refs`, by the bytes of the names.
 *
 * Git uses a binary search and this reads from the top, so a file with repeated or unsorted names
 * could mean two things. Such a file is refused.
 */
export async function readPackedRefs(common: string): Promise<ReadonlyMap<string, string>> {
  const text = await readRefFile(join(common, "packed-refs"), MAX_PACKED, "packed-refs");
  return text === null ? new Map() : parsePackedRefs(text);
}

export function parsePackedRefs(text: string): ReadonlyMap<string, string> {
  const refs = new Map<string, string>();
  if (text === "") return refs;
  const lines = text.split("\n");
  if (lines.pop() !== "") throw unreadable("its last line is cut off");
  let before = "";
  for (const [index, line] of lines.entries()) {
    const isHeader = index === 0 && line.startsWith("# pack-refs with:");
    const isPeeled = before !== "" && PEELED.test(line) && !PEELED.test(lines[index - 1] ?? "");
    if (isHeader || isPeeled) continue;
    const { id, name } = parseRef(line, index + 1, before);
    refs.set(name, id);
    before = name;
  }
  return refs;
}

/** Parses one ref, which must sort after the previous one. */
function parseRef(line: string, number: number, before: string): { id: string; name: string } {
  const [, id, name] = REF.exec(line) ?? [];
  if (id === undefined || name === undefined) throw unreadable(`line ${number} is no ref`);
  if (name === before) throw unreadable(`line ${number} names a ref for the second time`);
  if (name < before) throw unreadable(`line ${number} is out of order`);
  return { id, name };
}

function unreadable(why: string): CountersignError {
  return new CountersignError("invalid_input", `packed-refs cannot be read: ${why}`, {
    hint: "Check it, correct it and run git pack-refs --all",
  });
}
