import { runTool } from "./run-tool.ts";

/** A server as the inspector is told of it, and a folder for what the inspector keeps. */
export type Target = { args: readonly string[]; home: string };

type Named = { name: string };
type Listed = "tools" | "prompts" | "resources";

export type Told = {
  isError?: boolean;
  content: readonly { type: string; text?: string }[];
  structuredContent?: Readonly<Record<string, unknown>>;
};

export async function listNames(target: Target, kind: Listed): Promise<string[]> {
  // Ends with another code than 0 if a schema has an error that hosts stumble over.
  const strict = kind === "tools" ? ["--strict"] : [];
  const { [kind]: items = [] }: Partial<Record<Listed, readonly Named[]>> = await inspect(
    target,
    `${kind}/list`,
    strict,
  );
  return items.map(({ name }) => name).toSorted();
}

export async function callThrough(target: Target, tool: string, given: object): Promise<Told> {
  const args = ["--tool-name", tool, "--tool-args-json", JSON.stringify(given)];
  return await inspect(target, "tools/call", args);
}

/** Answers with what the inspector prints, which it does only if the answer has the listed shape. */
async function inspect(
  { args, home }: Target,
  method: string,
  more: readonly string[],
): Promise<ReturnType<typeof JSON.parse>> {
  const form = ["--method", method, "--format", "json", "--quiet"];
  const all = ["--cli", ...form, ...more, ...args];
  const { code, out, err } = await runTool("inspector", all, home);
  const isRefusal =
    code !== 0 && method === "tools/call" && JSON.parse(out || "{}").result?.isError;
  if (code !== 0 && !isRefusal)
    throw new Error(`${[method, ...more].join(" ")} ended with ${code}:\n${out}${err}`);
  return JSON.parse(out).result;
}
