/**
 * The program of the spawner, for `node -e`. It needs no file of its own beside the bundle.
 *
 * Reads requests from its input, each a line of JSON and the bytes for a new process, and answers
 * with a line of JSON and the output of the process. When its input ends, it kills what still runs.
 */
export const SPAWNER_SCRIPT = `
const { spawn } = require("node:child_process");
const running = new Map();
const kill = (child) => {
  if (child === undefined || child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
};
const end = () => {
  for (const child of running.values()) kill(child);
  process.exit();
};
const collect = (stream, limit, tooMuch) => {
  const chunks = [];
  let size = 0;
  stream.on("data", (chunk) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else tooMuch(chunk.subarray(0, Math.max(0, chunk.length - (size - limit))), chunks);
  });
  return () => Buffer.concat(chunks);
};
const run = ({ id, program, args, cwd, env, maxOutput, maxComplaint }, input) => {
  const child = spawn(program, args, { cwd, env, detached: true });
  const answer = (facts) => {
    if (!running.delete(id)) return;
    const parts = facts.isTooMuch ? [Buffer.alloc(0), Buffer.alloc(0)] : [output(), complaint()];
    const [outputBytes, complaintBytes] = parts.map((part) => part.length);
    process.stdout.write(JSON.stringify({ id, code: null, ...facts, outputBytes, complaintBytes }) + "\\n");
    for (const part of parts) process.stdout.write(part);
  };
  running.set(id, child);
  const output = collect(child.stdout, maxOutput, () => {
    answer({ isTooMuch: true });
    kill(child);
  });
  const complaint = collect(child.stderr, maxComplaint, (rest, chunks) => chunks.push(rest));
  child.on("error", (error) => answer({ error: error.message }));
  child.on("close", (code) => answer({ code }));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
};
let chunks = [];
let size = 0;
let request = null;
const join = (from) => {
  const all = Buffer.concat(chunks);
  chunks = [all.subarray(from)];
  size = all.length - from;
  return all;
};
const next = () => {
  if (request === null) {
    const at = join(0).indexOf(10);
    if (at === -1) return false;
    request = JSON.parse(join(at + 1).toString("utf8", 0, at));
  }
  if (size < request.inputBytes) return false;
  const input = join(request.inputBytes).subarray(0, request.inputBytes);
  if (request.isKill) kill(running.get(request.id));
  else run(request, input);
  request = null;
  return true;
};
process.stdin.on("data", (chunk) => {
  chunks.push(chunk);
  size += chunk.length;
  while (next());
});
process.stdin.on("end", end);
process.stdin.on("error", end);
process.stdout.on("error", end);
`;
