import { spawn } from "node:child_process";

/** Shows a long text in the person's pager. Answers false when there is none that starts. */
export function page(text: string): Promise<boolean> {
  const pager = process.env.PAGER ?? "less";
  if (pager === "" || pager === "cat") return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(pager, {
      shell: true,
      stdio: ["pipe", "inherit", "inherit"],
      // Colours pass, short texts do not stop, and nothing in the text can start a command.
      env: { ...process.env, LESS: process.env.LESS ?? "FRX", LESSSECURE: "1" },
    });
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0 || code === null));
    child.stdin.once("error", () => undefined); // the reader left before the end
    child.stdin.end(text);
  });
}
