import { type ParseResult, type Program, parseSync, Visitor, type VisitorObject } from "oxc-parser";

/** Parses a TypeScript source; throws on a syntax error. */
export function parseSource(path: string, text: string): ParseResult {
  const result = parseSync(path, text);
  const [error] = result.errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return result;
}

/** Calls the visitor with each node of the tree, in source order. */
export function visitTree(program: Program, visitor: VisitorObject): void {
  new Visitor(visitor).visit(program);
}
