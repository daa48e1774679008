import type { HighlightAnswer, HighlightRequest, ScopedPart } from "./highlight.worker.ts";
import { startHighlightWorker } from "./start-worker.ts";

/** Milliseconds after which a worker is stopped: hostile code can take arbitrarily long. */
const TIMEOUT_MS = 5_000;

type LineParts = HighlightAnswer["parts"];
type CodeLines = Omit<HighlightRequest, "id">;
type PendingRequest = CodeLines & {
  answer(parts: LineParts | null): void;
  timer: ReturnType<typeof setTimeout>;
};

/** One worker for all changes: its start costs more than the colours of a screen. */
let worker: Worker | null = null;
const pending = new Map<number, PendingRequest>();
let lastId = 0;

/** Returns the tokens of some lines; null if the worker took too long. */
export async function requestHighlight(
  code: CodeLines,
): Promise<readonly (readonly ScopedPart[])[] | null> {
  lastId += 1;
  const id = lastId;
  return await new Promise((answer) => {
    pending.set(id, { ...code, answer, timer: setTimeout(() => stopWorker(id), TIMEOUT_MS) });
    post(id, code);
  });
}

function post(id: number, { language, lines }: CodeLines): void {
  if (worker === null) {
    worker = startHighlightWorker();
    worker.addEventListener("message", ({ data }: MessageEvent<HighlightAnswer>) =>
      settle(data.id, data.parts),
    );
  }
  worker.postMessage({ id, language, lines } satisfies HighlightRequest);
}

function settle(id: number, parts: LineParts | null): void {
  const request = pending.get(id);
  clearTimeout(request?.timer);
  pending.delete(id);
  request?.answer(parts);
}

/** Stops the worker because of one request, and sends the others to a new one. */
function stopWorker(id: number): void {
  worker?.terminate();
  worker = null;
  settle(id, null);
  for (const [other, request] of pending) {
    clearTimeout(request.timer);
    request.timer = setTimeout(() => stopWorker(other), TIMEOUT_MS);
    post(other, request);
  }
}
