import { describe, expect, it } from "vitest";
import { withDeadline } from "./with-deadline.ts";

const never = () => new AbortController().signal;

/** Ends when it is told to, and not before. */
async function untilStopped(signal: AbortSignal): Promise<string> {
  return await new Promise((resolve) => {
    if (signal.aborted) return resolve("stopped");
    signal.addEventListener("abort", () => resolve("stopped"));
  });
}

describe("withDeadline", () => {
  it("gives what the work gives, in time", async () => {
    const given = await withDeadline({ timeoutMs: 60_000, signal: never() }, async () => 7);

    expect(given).toEqual({ value: 7, late: false, durationMs: expect.any(Number) });
  });

  it.each([20, 0, -5])("ends the work after %i ms and says that it is late", async (timeoutMs) => {
    const given = await withDeadline({ timeoutMs, signal: never() }, untilStopped);

    expect(given).toMatchObject({ value: "stopped", late: true });
  });

  it("ends the work when somebody else stops it, which is not late", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const working = withDeadline({ timeoutMs: 60_000, signal }, untilStopped);
    controller.abort();

    expect(await working).toMatchObject({ value: "stopped", late: false });
    const stopped = { timeoutMs: 60_000, signal: AbortSignal.abort() };
    expect(await withDeadline(stopped, untilStopped)).toMatchObject({ late: false });
  });

  it("waits for longer than a timer can", async () => {
    const timeoutMs = Number.MAX_SAFE_INTEGER;
    const work = async (signal: AbortSignal) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return signal.aborted;
    };

    expect(await withDeadline({ timeoutMs, signal: never() }, work)).toMatchObject({
      value: false,
      late: false,
    });
  });

  it("passes a failure of the work on", async () => {
    const failing = withDeadline({ timeoutMs: 60_000, signal: never() }, async () => {
      throw new Error("broken");
    });

    await expect(failing).rejects.toThrow("broken");
  });
});
