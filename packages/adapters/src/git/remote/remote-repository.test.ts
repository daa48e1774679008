import { describe, expect, it } from "vitest";
import {
  checkRemoteBranch,
  checkRemoteRef,
  checkRemoteUrl,
  credentialText,
  hideToken,
  remoteConfig,
} from "./remote-repository.ts";

describe("the address of a remote repository", () => {
  it("is accepted if it is plain https", () => {
    const url = "https://github.com/acme/shop.git";
    expect(checkRemoteUrl(url).href).toBe(url);
    expect(checkRemoteUrl("https://127.0.0.1:8443/acme/shop.git").port).toBe("8443");
  });

  it.each([
    "http://github.com/acme/shop.git",
    "file:///etc",
    "/etc/repository",
    "ext::sh -c touch% /tmp/x",
    "ssh://git@github.com/acme/shop.git",
    "git@github.com:acme/shop.git",
    "git://github.com/acme/shop.git",
    "ftps://github.com/acme/shop.git",
    "--upload-pack=touch /tmp/x",
    "https::http://github.com/acme/shop.git",
    "https://token@github.com/acme/shop.git",
    "https://:token@github.com/acme/shop.git",
    "https://github.com/acme/shop.git?token=1",
    "https://github.com/acme/shop.git#1",
    "https://github.com/acme/../shop.git",
    "https://github.com/acme/shop.git\nhost=evil.test",
    "https://github.com/a b.git",
    " https://github.com/acme/shop.git",
    "https://GITHUB.com/acme/shop.git",
    "",
  ])("is refused if it is %j", (url) => {
    expect(() => checkRemoteUrl(url)).toThrow("must be a plain https address");
  });
});

describe("the refs to fetch", () => {
  it.each(["refs/heads/main", "refs/heads/release/1.0", "refs/pull/7/head"])("may be %s", (ref) => {
    expect(checkRemoteRef(ref)).toBe(ref);
  });

  it.each([
    "main",
    "HEAD",
    "refs/heads/*",
    "refs/heads/a:refs/heads/b",
    "refs/heads/-x",
    "refs/heads/a..b",
    "refs/heads/a\nb",
    "refs/heads/",
    "refs/pull/0/head",
    "refs/pull/7/merge",
    "refs/pull/*/head",
    "refs/tags/v1",
    "refs/replace/1",
    "+refs/heads/main",
    "--upload-pack=x",
  ])("may not be %j", (ref) => {
    expect(() => checkRemoteRef(ref)).toThrow("not the name of a branch");
  });

  it("may be pushed only if they are branches", () => {
    expect(checkRemoteBranch("refs/heads/main")).toBe("refs/heads/main");
    expect(() => checkRemoteBranch("refs/pull/7/head")).toThrow("not the name of a branch");
  });
});

describe("the credential", () => {
  it("is for the server's origin alone and is not part of the settings", () => {
    const config = remoteConfig(checkRemoteUrl("https://git.acme.test:8443/a/b.git"), null);
    const helpers = config.filter((setting) => setting.startsWith("credential.http"));
    expect(helpers).toEqual([
      expect.stringMatching(/^credential\.https:\/\/git\.acme\.test:8443\.helper=!/),
    ]);
    expect(credentialText("ghs_1")).toBe("username=x-access-token\npassword=ghs_1\n");
    expect(credentialText(null)).toBe("");
  });

  it("is removed from what a server quotes", () => {
    const sent = Buffer.from("x-access-token:ghs_1").toString("base64");
    expect(hideToken(`Basic ${sent}, ghs_1`, "ghs_1")).toBe("Basic [token], [token]");
    expect(hideToken("text", null)).toBe("text");
  });

  it.each(["", "a\nhost=evil.test", "a b", "a\0b", "ä"])("is refused if it is %j", (token) => {
    expect(() => credentialText(token)).toThrow("refused the credential");
  });
});
