import { type CodePaint, scopePaint, type Tint } from "@countersign/review";

const PARTS = /<span class="([^"]*)">|<\/span>|&(?:amp|lt|gt|quot|#x27);|[^<&]+/g;

/**
 * Parses the highlighter's output: HTML whose only elements are spans with a class. Each character
 * reference is one character of the code.
 */
export function readTints(html: string): Tint[][] {
  const around: (CodePaint | null)[] = [];
  return html.split("\n").map((line) => joined([...tintsIn(line, around)]));
}

/** Yields the tints of one line; spans that stay open continue in the next line. */
function* tintsIn(line: string, around: (CodePaint | null)[]): Generator<Tint> {
  let from = 0;
  for (const [part, name] of line.matchAll(PARTS)) {
    const paint = around.at(-1) ?? null;
    if (name !== undefined) around.push(paintOf(name) ?? paint);
    if (part === "</span>") around.pop();
    const to = from + lengthOf(part);
    if (paint !== null && to > from) yield { from, to, paint };
    from = to;
  }
}

/** Returns the number of code characters that a part of the HTML represents. */
function lengthOf(part: string): number {
  if (part.startsWith("<")) return 0;
  return part.startsWith("&") ? 1 : part.length;
}

/** Reads the paint from the first word of a class such as `hljs-title function_`. */
function paintOf(name: string): CodePaint | null {
  const [first = ""] = name.split(" ");
  return scopePaint(first.replace(/^hljs-/, ""));
}

/** Joins adjacent tints of the same paint. */
function joined(tints: readonly Tint[]): Tint[] {
  const kept: Tint[] = [];
  for (const tint of tints) {
    const last = kept.at(-1);
    if (last !== undefined && last.to === tint.from && last.paint === tint.paint)
      kept[kept.length - 1] = { ...last, to: tint.to };
    else kept.push(tint);
  }
  return kept;
}
