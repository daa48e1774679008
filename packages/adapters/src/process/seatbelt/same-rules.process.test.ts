import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessRequest } from "@countersign/engine";
import { expect, it, onTestFinished } from "vitest";
import { sandboxCommand } from "../contain/sandbox-command.ts";
import { MAC_SYSTEM, seatbeltProfile } from "./seatbelt-profile.ts";

const LIMITS = { timeoutMs: 1, outputBytes: 1, processes: 1, memoryBytes: 1_024 };

/** A rule of bubblewrap, what it means, and the lines of Seatbelt's profile for it. */
type Row = {
  /** The option with its arguments. */
  rule: RegExp;
  means: string;
  seatbelt: readonly string[] | { otherwise: string };
};

const read = (path: string) => `(subpath "${path}")`;
const DENIED = ["(deny default)"];

const ROWS: readonly Row[] = [
  {
    rule: /^--unshare-all$/,
    means: "no network, no other process, no shared memory of others",
    seatbelt: [
      "(deny default)",
      "(allow signal (target same-sandbox))",
      "(allow process-info* (target same-sandbox))",
    ],
  },
  { rule: /^--unshare-user$/, means: "no rights of the machine", seatbelt: DENIED },
  { rule: /^--disable-userns$/, means: "no further namespaces", seatbelt: DENIED },
  {
    rule: /^--(?:ro-bind|symlink) \S+ \/(?:usr|bin|sbin|lib\w*)$/,
    means: "reads and runs the system",
    seatbelt: [read("/usr/lib"), read("/bin"), "(allow process-exec file-map-executable (subpath"],
  },
  {
    rule: /^--ro-bind \S+ \/etc\/(?:localtime|services|ssl|pki)/,
    means: "reads the time zone, services and certificates",
    seatbelt: [
      read("/private/etc/localtime"),
      read("/private/etc/services"),
      read("/private/etc/ssl"),
    ],
  },
  {
    rule: /^--ro-bind \S+ \/etc\//,
    means: "reads settings of Linux programs",
    seatbelt: { otherwise: "macOS keeps them in /System and /usr/share, which are shown" },
  },
  {
    rule: /^--ro-bind READABLE READABLE$/,
    means: "reads what it was given",
    seatbelt: [read("READABLE")],
  },
  { rule: /^--ro-bind NODE NODE$/, means: "reads and runs our Node", seatbelt: [read("NODE")] },
  {
    rule: /^--bind DIRECTORY \/checkout$/,
    means: "writes the checkout",
    seatbelt: ['(allow file-write* (subpath "DIRECTORY") (subpath "TEMPORARY"))'],
  },
  {
    rule: /^--ro-bind SOCKET \/run\/countersign\/gateway$/,
    means: "reaches the gateway",
    seatbelt: ['(allow network-outbound (literal "SOCKET"))'],
  },
  {
    rule: /^--tmpfs \/tmp$/,
    means: "one temporary folder, empty and gone afterwards",
    seatbelt: ['(subpath "TEMPORARY")'],
  },
  {
    rule: /^--tmpfs \/dev\/shm$/,
    means: "shared memory of its own",
    seatbelt: DENIED,
  },
  {
    rule: /^--(?:size|perms) /,
    means: "the size and the mode of what follows",
    seatbelt: { otherwise: "the runner looks at the disk; the folder belongs to the account" },
  },
  {
    rule: /^--dir /,
    means: "passes the folders on the way",
    seatbelt: ['(allow file-read-metadata (literal "/")'],
  },
  {
    rule: /^--file \d+ \/etc\/(?:passwd|hosts)$/,
    means: "no accounts and names of the machine",
    seatbelt: {
      otherwise: "/private/etc/passwd and hosts are not shown, and no directory service is allowed",
    },
  },
  { rule: /^--proc \/proc$/, means: "sees its own processes", seatbelt: ["(deny process-info*)"] },
  {
    rule: /^--dev \/dev$/,
    means: "only harmless devices",
    seatbelt: [
      '(allow file-read* (literal "/dev/null")',
      '(allow file-write-data (literal "/dev/null")',
    ],
  },
  { rule: /^--remount-ro \/(?:dev)?$/, means: "writes nowhere else", seatbelt: DENIED },
  {
    rule: /^--(?:info-fd \d+|die-with-parent|new-session)$/,
    means: "ends with its runner",
    seatbelt: { otherwise: "the runner ends its process group and everything with its mark" },
  },
];

/** How many arguments each option of bubblewrap takes. */
const ARGUMENTS: Readonly<Record<string, number>> = {
  "--ro-bind": 2,
  "--bind": 2,
  "--symlink": 2,
  "--file": 2,
  "--perms": 1,
  "--size": 1,
  "--dir": 1,
  "--proc": 1,
  "--dev": 1,
  "--tmpfs": 1,
  "--remount-ro": 1,
  "--info-fd": 1,
};

function rulesOf(options: string): string[] {
  const words = options.split("\0").slice(0, -1);
  const rules: string[] = [];
  for (let at = 0; at < words.length; ) {
    const count = ARGUMENTS[words[at] ?? ""] ?? 0;
    rules.push(words.slice(at, at + count + 1).join(" "));
    at += count + 1;
  }
  return rules;
}

it("has a line in Seatbelt's profile for every rule of bubblewrap, or a reason", async () => {
  const out = await realpath(await mkdtemp(join(tmpdir(), "rules-")));
  onTestFinished(() => rm(out, { recursive: true }));
  const names = { DIRECTORY: join(out, "d"), READABLE: join(out, "r"), SOCKET: join(out, "s") };
  const request: ProcessRequest = {
    command: "true",
    directory: names.DIRECTORY,
    readable: [names.READABLE],
    network: { socket: names.SOCKET },
    limits: LIMITS,
  };
  const bubblewrap = { program: "/usr/bin/bwrap", kind: "own_user" } as const;
  const { options } = await sandboxCommand(bubblewrap, request, {
    readable: [],
    programs: [],
  });
  const node = /--ro-bind\0([^\0]+)\0\1\0(?=--perms\0[^\0]+\0--dir\0|--bind\0)/g;
  const shown = [...options.matchAll(node)].map(([, path]) => path);
  const own = shown.find((path) => process.execPath.startsWith(path ?? "?")) ?? "";
  const replaced = Object.entries({ ...names, NODE: own }).reduce(
    (text, [name, path]) => text.replaceAll(path, name),
    options,
  );
  const profile = seatbeltProfile({
    readable: [...MAC_SYSTEM, "/NODE", "/READABLE"],
    directory: "/DIRECTORY",
    readOnly: false,
    temporary: "/TEMPORARY",
    home: null,
    gateway: { socket: "/SOCKET", port: 1 },
  }).replaceAll(/"\/([A-Z]+)"/g, '"$1"');

  const rules = rulesOf(replaced);
  const used = new Set<Row>();
  for (const rule of rules) {
    const row = ROWS.find((one) => one.rule.test(rule));
    expect(row, rule).toBeDefined();
    if (row !== undefined) used.add(row);
    const lines = row !== undefined && Array.isArray(row.seatbelt) ? row.seatbelt : [];
    for (const line of lines) expect(profile, rule).toContain(line);
  }
  expect(ROWS.filter((row) => !used.has(row)).map(({ means }) => means)).toEqual([]);
  expect(rules.length).toBeGreaterThan(30);
});
