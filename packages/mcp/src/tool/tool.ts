import type { Role } from "@countersign/api";
import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { toErrorResult } from "./error-result.ts";
import { plainText } from "./plain-text.ts";
import type { McpSession } from "./session.ts";

/** One recommended call, or permission to stop. */
export const Next = z.object({ do: z.string(), why: z.string() });
export type Next = z.infer<typeof Next>;

/** An MCP tool. */
export type Tool = {
  name: string;
  roles: readonly Role[];
  description: string;
  annotations: ToolAnnotations;
  input: z.ZodType;
  output: z.ZodType;
  call(session: McpSession, given: unknown, signal: AbortSignal): Promise<CallToolResult>;
};

type Answer<Output extends z.ZodType> = { data: z.input<Output>; text: string };

type Definition<Input extends z.ZodType, Output extends z.ZodType> = Pick<
  Tool,
  "name" | "roles" | "description"
> & {
  /** `write` is safe to repeat; `append` adds a new entry on each call. */
  does: "read" | "write" | "append";
  input: Input;
  output: Output;
  run(session: McpSession, given: z.output<Input>, signal: AbortSignal): Promise<Answer<Output>>;
};

/** Creates a tool that never throws: a refusal becomes a response with the next step. */
export function defineTool<
  Input extends z.ZodType,
  Output extends z.ZodType<{ next: Next }, { next: Next }>,
>(definition: Definition<Input, Output>): Tool {
  const { does, run, input, output, ...rest } = definition;
  return {
    ...rest,
    input,
    output,
    annotations: annotationsOf(does),
    async call(session, given, signal) {
      try {
        const parsed = input.safeParse(given);
        if (!parsed.success) return toErrorResult(parsed.error, session.role);
        const { data, text } = await run(session, parsed.data, signal);
        return tell(output.parse(data), text);
      } catch (error) {
        return toErrorResult(error, session.role);
      }
    },
  };
}

/**
 * Puts everything into both the text and the structured content, because some hosts show the model
 * only one of them.
 */
function tell(data: { next: Next }, text: string): CallToolResult {
  const { next, ...content } = data;
  const lines = [text, plainText(content, text), `Next: ${next.do}. ${next.why}`];
  const twin = lines.filter((line) => line !== "").join("\n");
  return { content: [{ type: "text", text: twin }], structuredContent: { ...data } };
}

function annotationsOf(does: "read" | "write" | "append"): ToolAnnotations {
  if (does === "read") return { readOnlyHint: true, openWorldHint: false };
  return {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: does === "write",
    openWorldHint: false,
  };
}

/** An id; models also write it as a number. */
export const Id = z.union([z.string().min(1).max(300), z.number()]).transform(String);
