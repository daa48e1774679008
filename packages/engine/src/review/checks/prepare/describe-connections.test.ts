import { describe, expect, it } from "vitest";
import { describeConnections } from "./describe-connections.ts";

describe("describeConnections", () => {
  it("says nothing where every connection was made", () => {
    expect(describeConnections([], ["*"])).toBeNull();
  });

  it("names each host once with its reason and what to do about it", () => {
    const text = describeConnections(
      [
        { host: "127.0.0.1", port: 8080, why: "this_machine" },
        { host: "evil.example", port: 443, why: "not_allowed" },
        { host: "npm.example", port: 443, why: "not_public" },
        { host: "far.example", port: 443, why: "unreachable" },
        { host: "big.example", port: 443, why: "too_many_bytes" },
      ],
      [],
    );

    expect(text).toContain("reach 127.0.0.1:8080, which is this machine");
    expect(text).toContain("reach evil.example: neither the accepted lock file");
    expect(text).toContain("`prepare.allowHosts` on the target branch");
    expect(text).toContain("reach npm.example: its address is not public");
    expect(text).toContain("`registries` in the engine's settings.json");
    expect(text).toContain("far.example could not be reached.");
    expect(text).toContain("connection to big.example was ended");
    expect(text).not.toContain('"*"');
  });

  it("counts what it does not name, and says that the entry for every host has ended", () => {
    const failed = Array.from({ length: 7 }, (_, at) => ({
      ...{ host: `h${at}.example`, port: 443, why: "not_allowed" as const },
    }));

    const text = describeConnections(failed, ["*"]);

    expect(text).toContain("h4.example and 2 more");
    expect(text).toContain('"*" of `prepare.allowHosts` no longer allows every host');
  });
});
