import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Notification } from "@countersign/engine";
import { afterAll, describe, expect, it } from "vitest";
import { createNotifier } from "./create-notifier.ts";
import { type DesktopProgram, findDesktopProgram, sendDesktop } from "./send-desktop.ts";

const folder = mkdtempSync(join(tmpdir(), "countersign-desktop-"));
afterAll(() => rmSync(folder, { recursive: true }));

const NOTIFICATION: Notification = {
  id: "msg_1",
  person: "ana",
  title: "cs-1 is waiting for you",
  lines: ['--help; $(touch x) <b>bold</b> & "more"', "countersign task show cs-1"],
  items: [],
};

/** A program that writes down how it was called. */
function recorder(kind: DesktopProgram["kind"], exit = 0) {
  const path = join(folder, `${kind}-${exit}`);
  const file = `${path}.seen`;
  const lines = [
    "#!/bin/sh",
    `{ env; for one; do echo "arg:$one"; done; } > ${file}`,
    `exit ${exit}`,
  ];
  writeFileSync(path, lines.join("\n"));
  chmodSync(path, 0o755);
  return { program: { kind, path }, seen: () => readFileSync(file, "utf8") };
}

describe("a desktop notification", () => {
  it("passes its texts as arguments of notify-send, without markup, and hardly any variable", async () => {
    const { program, seen } = recorder("notify-send");
    const environment = { DISPLAY: ":7", HOME: "/home/ana", GITHUB_TOKEN: "x", LD_PRELOAD: "y.so" };

    expect(await sendDesktop(NOTIFICATION, { environment, program })).toEqual({ ok: true });
    const text = seen();
    expect(text).toContain(
      [
        "arg:--app-name=countersign",
        "arg:--",
        "arg:countersign: cs-1 is waiting for you",
        'arg:--help; $(touch x) &lt;b&gt;bold&lt;/b&gt; &amp; "more"',
        "countersign task show cs-1",
      ].join("\n"),
    );
    expect(text).toContain("DISPLAY=:7");
    expect(text).not.toMatch(/GITHUB_TOKEN|LD_PRELOAD|^HOME=/m);
  });

  it("passes its texts as arguments of a fixed script of osascript", async () => {
    const { program, seen } = recorder("osascript");
    await sendDesktop(NOTIFICATION, { environment: {}, program });

    expect(seen()).toContain(
      [
        "arg:-e",
        "arg:on run argv",
        "arg:-e",
        "arg:display notification (item 2 of argv) with title (item 1 of argv)",
        "arg:-e",
        "arg:end run",
        "arg:countersign: cs-1 is waiting for you",
        'arg:--help; $(touch x) <b>bold</b> & "more"',
      ].join("\n"),
    );
  });

  it("that the program cannot show is not tried again", async () => {
    const { program } = recorder("notify-send", 1);

    expect(await sendDesktop(NOTIFICATION, { environment: {}, program })).toEqual({
      ok: false,
      retry: false,
      reason: `${program.path} failed; is there a desktop session?`,
    });
  });

  it("uses a program by absolute path, from fixed places", async () => {
    const { program } = recorder("notify-send");
    const missing = { kind: "notify-send", path: join(folder, "missing") } as const;

    expect(await findDesktopProgram([missing, program])).toEqual(program);
    expect(await findDesktopProgram([missing])).toBeNull();
  });
});

describe("a channel", () => {
  const notifier = createNotifier({
    owner: async () => ({ webhooks: {}, webhookHosts: [] }),
    environment: {},
  });

  it("of a webhook that the owner has not set up is refused, with the place to set it up", async () => {
    expect(await notifier.send("webhook:team", NOTIFICATION, 0)).toEqual({
      ok: false,
      retry: false,
      reason: "the engine's settings.json has no webhook team",
    });
  });

  it("of a later release has no effect yet", async () => {
    expect(await notifier.send("slack", NOTIFICATION, 0)).toMatchObject({
      ok: false,
      reason: "slack has no effect yet",
    });
  });
});
