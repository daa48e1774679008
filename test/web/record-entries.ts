import type { BrowserContext, Page } from "playwright-core";

/** Records in each tab which entries of the event stream it gets, from the server or from another tab. */
export async function recordEntries(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const heard: string[] = [];
    const note = (message: { type: string; event?: { task: string; seq: number } }): void => {
      const { type, event } = message;
      if (type === "event" && event !== undefined) heard.push(`${event.task} ${event.seq}`);
    };
    class RecordedChannel extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        this.addEventListener("message", ({ data }) => note(data));
      }
      override postMessage(message: Parameters<typeof note>[0]): void {
        note(message);
        super.postMessage(message);
      }
    }
    Object.assign(globalThis, { BroadcastChannel: RecordedChannel, heardEntries: heard });
  });
}

/** Returns the entries of these tasks that a tab got, in their order. */
export async function readEntries(page: Page, tasks: readonly string[]): Promise<string[]> {
  const heard = await page.evaluate((): unknown => Reflect.get(globalThis, "heardEntries"));
  const all = Array.isArray(heard) ? heard.map(String) : [];
  return all.filter((entry) => tasks.includes(entry.split(" ")[0] ?? ""));
}
