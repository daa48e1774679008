import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runUserProgram } from "./hand-over.ts";

const DEFAULT_EDITOR = "vi";

/** Edits a text in the person's editor; null if it ended with an error. */
export async function editText(text: string, editor: string | undefined): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-feedback-"));
  const file = join(folder, "feedback.md");
  try {
    await writeFile(file, text, { mode: 0o600 });
    return (await runEditor(editor, [file])) === 0 ? await readFile(file, "utf8") : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the editor. The command may include arguments, as in `code --wait`. */
export function runEditor(
  editor: string | undefined,
  args: readonly string[],
): Promise<number | null> {
  return runUserProgram(editor ?? DEFAULT_EDITOR, args);
}
