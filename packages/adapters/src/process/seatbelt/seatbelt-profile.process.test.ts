import { describe, expect, it } from "vitest";
import { MAC_SYSTEM, quotePath, type SeatbeltRules, seatbeltProfile } from "./seatbelt-profile.ts";

const RULES: SeatbeltRules = {
  readable: ["/usr/lib", "/opt/node 24"],
  directory: "/private/tmp/check(out)",
  readOnly: false,
  temporary: "/private/tmp/run",
  home: null,
  gateway: null,
};
const READ =
  '(subpath "/usr/lib") (subpath "/opt/node 24") (subpath "/private/tmp/check(out)") (subpath "/private/tmp/run")';

describe("the profile of Seatbelt", () => {
  it("denies everything but these lines", () => {
    expect(seatbeltProfile(RULES).split("\n")).toEqual([
      "(version 1)",
      "(deny default)",
      "(deny process-info*)",
      "(deny nvram*)",
      "(deny iokit-get-properties)",
      "(deny file-map-executable)",
      "(allow process-fork)",
      "(allow signal (target same-sandbox))",
      "(allow process-info* (target same-sandbox))",
      '(allow sysctl-read (sysctl-name-prefix "hw.") (sysctl-name-prefix "machdep.cpu.") (sysctl-name "kern.argmax") (sysctl-name "kern.hostname") (sysctl-name "kern.maxfilesperproc") (sysctl-name "kern.osproductversion") (sysctl-name "kern.osrelease") (sysctl-name "kern.ostype") (sysctl-name "kern.osversion") (sysctl-name "kern.version") (sysctl-name "vm.loadavg"))',
      `(allow process-exec file-map-executable ${READ})`,
      '(allow file-read-metadata (literal "/") (literal "/opt") (literal "/private") (literal "/private/tmp") (literal "/usr"))',
      `(allow file-read* ${READ})`,
      '(allow file-read* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom"))',
      '(allow file-write* (subpath "/private/tmp/check(out)") (subpath "/private/tmp/run"))',
      '(allow file-write-data (literal "/dev/null") (literal "/dev/zero"))',
      "",
    ]);
  });

  it("lets a directory that may only be read not be written", () => {
    const lines = seatbeltProfile({ ...RULES, readOnly: true }).split("\n");
    expect(lines.filter((line) => line.startsWith("(allow file-write*"))).toEqual([
      '(allow file-write* (subpath "/private/tmp/run"))',
    ]);
  });

  it("opens the network to the gateway's socket and the port that leads there, and to nothing else", () => {
    const gateway = { socket: "/private/tmp/gate/socket", port: 4711 };
    const lines = seatbeltProfile({ ...RULES, gateway }).split("\n");
    expect(lines.filter((line) => line.includes("network"))).toEqual([
      '(allow network-outbound (literal "/private/tmp/gate/socket"))',
      '(allow network-bind (local ip "localhost:4711"))',
      '(allow network-inbound (local ip "localhost:4711"))',
      '(allow network-outbound (remote ip "localhost:4711"))',
    ]);
    expect(seatbeltProfile(RULES)).not.toContain("network");
    for (const port of [0, -1, 1.5, 65_536, Number.NaN])
      expect(() => seatbeltProfile({ ...RULES, gateway: { ...gateway, port } })).toThrow("no port");
  });

  it("shows nothing of the machine in which people or services keep their own", () => {
    const closed = ["/", "/Users", "/Library", "/private", "/private/etc", "/private/var", "/tmp"];
    for (const path of [...closed, "/usr", "/usr/local", "/opt/homebrew", "/Volumes", "/dev"])
      expect(MAC_SYSTEM).not.toContain(path);
  });
});

describe("a path in a profile", () => {
  it.each([
    ["/plain", '"/plain"'],
    ["/with space", '"/with space"'],
    ['/a"b', '"/a\\"b"'],
    ["/a\\b", '"/a\\\\b"'],
    ['/a\\"b', '"/a\\\\\\"b"'],
    ["/a\nb", '"/a\\nb"'],
    ["/a\rb\tc", '"/a\\rb\\tc"'],
    ['/x") (allow default) (literal "', '"/x\\") (allow default) (literal \\""'],
    ["/(a) ; b", '"/(a) ; b"'],
    ["/ümläut/日本", '"/ümläut/日本"'],
  ])("%j is the string %s", (path, quoted) => {
    expect(quotePath(path)).toBe(quoted);
  });

  it.each(["relative", "", "/nul\0", "/bell\u0007", "/del\u007f", "/c1\u0085"])(
    "%j is refused",
    (path) => {
      expect(() => quotePath(path)).toThrow(/is not an absolute path|contains a control character/);
    },
  );

  it("never closes its string or its rule, whatever it contains", () => {
    const parts = ['"', "\\", "\n", "(", ")", ";", " ", "#", "'"];
    const paths = parts.flatMap((a) => parts.flatMap((b) => parts.map((c) => `/${a}${b}${c}`)));
    for (const path of paths) {
      const line =
        seatbeltProfile({ ...RULES, directory: path })
          .split("\n")
          .at(12) ?? "";
      const outside = line.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, "S");
      expect(outside).toBe("(allow file-read* (subpath S) (subpath S) (subpath S) (subpath S))");
    }
    expect(paths.length).toBe(729);
  });
});
