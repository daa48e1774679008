import { describe, expect, it } from "vitest";
import { signWebhook, webhookKey } from "./sign-webhook.ts";

describe("the signature of a webhook", () => {
  it("is that of Standard Webhooks", () => {
    const key = webhookKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    if (key === null) throw new Error("no key");

    expect(
      signWebhook(key, {
        id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
        atMs: 1_614_265_330_999,
        body: '{"test": 2432232314}',
      }),
    ).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it.each(["", "whsec_", "hunter2", "whsec_c2hvcnQ=", "whsec_####", "A".repeat(120)])(
    "is refused for the secret %j",
    (secret) => {
      expect(webhookKey(secret)).toBeNull();
    },
  );
});
