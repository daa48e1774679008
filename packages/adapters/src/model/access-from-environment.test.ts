import { describe, expect, it } from "vitest";
import { accessFromEnvironment } from "./access-from-environment.ts";

describe("accessFromEnvironment", () => {
  it("finds the providers whose keys are there", () => {
    expect(accessFromEnvironment({ ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "" })).toEqual({
      anthropic: { apiKey: "a", baseUrl: undefined },
    });
  });

  it("goes through the company's own gateway where one is named, and not around it", () => {
    const environment = {
      ANTHROPIC_API_KEY: "a",
      ANTHROPIC_BASE_URL: "https://gateway.example/",
      OPENAI_API_KEY: "o",
      OPENAI_BASE_URL: "https://gateway.example/v1",
      GEMINI_API_KEY: "g",
      GOOGLE_GEMINI_BASE_URL: "https://gateway.example/google",
    };

    expect(accessFromEnvironment(environment)).toEqual({
      anthropic: { apiKey: "a", baseUrl: "https://gateway.example/v1" },
      openai: { apiKey: "o", baseUrl: "https://gateway.example/v1" },
      google: { apiKey: "g", baseUrl: "https://gateway.example/google/v1beta" },
    });
  });
});
