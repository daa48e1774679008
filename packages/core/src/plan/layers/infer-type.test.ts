import { describe, expect, it } from "vitest";
import { policyOf } from "../../testing/policy-of.ts";
import { inferType } from "./infer-type.ts";

const policy = policyOf();

function typeOf(title: string): string {
  return inferType(title, policy, []).type;
}

describe("inferType", () => {
  it.each([
    ["Marketing plan for spring", "marketing_internal"],
    ["Brand guideline, second draft", "marketing_internal"],
    ["Write a blog post", "marketing_external"],
    ["Newsletter for May", "marketing_external"],
    ["Financial report Q3", "financial_report"],
    ["Budget of 2027", "financial_report"],
    ["Strategic plan", "strategic_plan"],
    ["Roadmap", "strategic_plan"],
    ["Customer email about the outage", "customer_facing"],
    ["Improve onboarding", "customer_facing"],
    ["Refactor the parser", "code"],
    ["Implement login", "code"],
    ["Bug fix in the cart", "code"],
  ])("reads %s as %s [R-002] [R-061]", (title, type) => {
    expect(typeOf(title)).toBe(type);
  });

  it("lets a phrase of one type win over a broad word of another: a marketing plan to implement is marketing [R-061] [R-244]", () => {
    expect(inferType("Implement the marketing plan", policy, [])).toEqual({
      type: "marketing_internal",
      because: { entry: "inferTypes.marketing_internal", fact: 'the title says "marketing plan"' },
    });
  });

  it.each([
    ["Add invoice totals", ["src/invoice.ts"], "code", "src/invoice.ts is changed"],
    ["Support dark mode", ["docs/a.md", "web/app.tsx"], "code", "web/app.tsx is changed"],
    ["Sort accounts by name", ["lib/sort.py"], "code", "lib/sort.py is changed"],
    ["Add invoice totals", ["docs/totals.md"], "financial_report", 'the title says "invoice"'],
    ["Write a blog post", ["src/blog.ts"], "marketing_external", 'the title says "blog post"'],
  ])("reads %s of %j as %s: files say more than a single word", (title, paths, type, fact) => {
    expect(inferType(title, policy, paths)).toMatchObject({ type, because: { fact } });
  });

  it("looks for all phrases of the list before any word of it [R-061]", () => {
    expect(typeOf("Budget for the pull request bot")).toBe("code");
  });

  it("takes the first type of the list when two phrases match [R-060]", () => {
    expect(typeOf("Press release and brand guideline")).toBe("marketing_internal");
  });

  it("takes the first type of the list when two words match [R-060]", () => {
    expect(typeOf("Test the forecast")).toBe("financial_report");
  });

  it.each(["Prefixes and suffixes", "Contested", "Rapid growth", "marketing planner", ""])(
    "takes whole words only: %s says nothing [R-063] [R-244]",
    (title) => {
      expect(inferType(title, policy, [])).toEqual({
        type: "internal_document",
        because: { entry: "inferTypes", fact: "neither title nor paths are on the list" },
      });
    },
  );

  it.each(["FIX it", "fix: the door", "hot-fix", "(fix)", "door_fix", "ﬁx"])(
    "does not mind case and joiners: %s [R-063]",
    (title) => {
      expect(inferType(title, policy, []).because.fact).toBe('the title says "fix"');
    },
  );

  it("finds a phrase whatever stands between its words", () => {
    expect(typeOf("pull-request template")).toBe("code");
    expect(typeOf("pull the request")).toBe("internal_document");
  });

  it.each([
    ["Terms of service", [], 'the title says "terms of service"'],
    ["A new contract", [], 'the title says "contract"'],
    ["Wording", ["legal/a.md"], "legal/a.md is changed"],
  ])("reads %s of %j by the policy's own list", (title, paths, fact) => {
    const own = { type: "legal", phrases: ["terms of service"], words: ["contract"] };
    const file = { inferTypes: [{ ...own, globs: ["legal/**"] }], chains: { legal: ["owner"] } };

    expect(inferType(title, policyOf(file), paths)).toEqual({
      type: "legal",
      because: { entry: "inferTypes.legal", fact },
    });
  });

  it("reads words of any language as whole words", () => {
    const inferTypes = [{ type: "code", phrases: [], words: ["été"], globs: [] }];

    expect(inferType("Un e\u0301te\u0301 chaud", { inferTypes }, []).type).toBe("code");
    expect(inferType("répétés", { inferTypes }, []).type).toBe("internal_document");
  });

  it("never matches a phrase without a word", () => {
    const inferTypes = [{ type: "code", phrases: ["--"], words: ["!"], globs: [] }];

    expect(inferType("", { inferTypes }, []).type).toBe("internal_document");
    expect(inferType("-- !", { inferTypes }, []).type).toBe("internal_document");
  });
});
