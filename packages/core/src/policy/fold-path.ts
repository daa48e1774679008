const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** One spelling for all names that some file system takes for the same file. */
export function foldPath(path: string): string {
  const folded = path.normalize("NFKC").toLowerCase().normalize("NFKC").replace(INVISIBLE, "");
  return folded.split("/").map(trimEnd).join("/");
}

/** Windows drops dots and spaces at the end of a name. */
function trimEnd(step: string): string {
  let end = step.length;
  while (end > 0 && (step[end - 1] === "." || step[end - 1] === " ")) end -= 1;
  return step.slice(0, end);
}
