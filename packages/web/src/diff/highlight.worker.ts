import hljs from "highlight.js/lib/core";
import { LANGUAGE_LOADERS } from "./language-loaders.ts";

/** A part of a line and the kinds of tokens around it, outermost first. */
export type ScopedPart = readonly [from: number, to: number, scopes: readonly string[]];
export type HighlightRequest = { id: number; language: string; lines: readonly string[] };
/** Where each line has which kinds of tokens. No markup leaves the worker. */
export type HighlightAnswer = { id: number; parts: readonly (readonly ScopedPart[])[] };

self.addEventListener("message", ({ data }: MessageEvent<HighlightRequest>) => {
  void highlight(data).then((answer) => self.postMessage(answer));
});

type TokenNode = string | { scope?: string; children: TokenNode[] };

async function highlight({ id, language, lines }: HighlightRequest): Promise<HighlightAnswer> {
  const load = LANGUAGE_LOADERS[language];
  if (load === undefined) return { id, parts: [] };
  if (hljs.getLanguage(language) === undefined)
    hljs.registerLanguage(language, (await load()).default);
  const { _emitter } = hljs.highlight(lines.join("\n"), { language, ignoreIllegals: true });
  const parts: ScopedPart[][] = [[]];
  collectParts((_emitter as unknown as { root: TokenNode }).root, [], { parts, at: 0 });
  return { id, parts };
}

type Position = { parts: ScopedPart[][]; at: number };

function collectParts(node: TokenNode, scopes: readonly string[], position: Position): void {
  if (typeof node !== "string") {
    const inner =
      node.scope === undefined ? scopes : [...scopes, node.scope.replace(/[.: ].*$/u, "")];
    for (const child of node.children) collectParts(child, inner, position);
    return;
  }
  for (const [index, text] of node.split("\n").entries()) {
    if (index > 0) {
      position.parts.push([]);
      position.at = 0;
    }
    const to = position.at + text.length;
    if (text !== "" && scopes.length > 0) position.parts.at(-1)?.push([position.at, to, scopes]);
    position.at = to;
  }
}
