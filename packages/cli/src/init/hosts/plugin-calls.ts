export const PLUGIN_HEAD = "// Written by countersign init; countersign init --undo removes it.";

/** The part of a plugin that calls our hook: `ask` answers with {} if the program is slow, gone or silent. */
export function pluginCalls(agent: string, launcher: string): string {
  return `import { spawn } from "node:child_process";

const PROGRAM = ${JSON.stringify(launcher)};
const LONGEST_MS = 5000;

function ask(event, input) {
  return new Promise((resolve) => {
    let out = "";
    const child = spawn(PROGRAM, ["hook", ${JSON.stringify(agent)}, event, "user"], {
      stdio: ["pipe", "pipe", "ignore"],
      timeout: LONGEST_MS,
    });
    child.on("error", () => resolve({}));
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.on("close", () => {
      try {
        resolve(JSON.parse(out));
      } catch {
        resolve({});
      }
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(input));
  });
}

const textOf = (parts) => parts.flatMap(({ type, text }) => (type === "text" ? [text] : [])).join("\\n");
`;
}
