import { type RuleText, rulesOf } from "./rules-of.ts";

const BY_CATEGORY: Readonly<Record<string, readonly RuleText[]>> = {
  "financial-arithmetic": [
    {
      id: "fin-bigjs-01",
      name: "Money is computed with decimals",
      severity: "critical",
      description: "binary floating point loses cents without a trace",
      detection: "+ - * / on prices, totals, taxes or deposits held as numbers",
      recommendation: "use the decimal type of the code base from input to output",
    },
    {
      id: "fin-rounding-01",
      name: "Rounding happens once and by rule",
      severity: "critical",
      description: "rounding at every step adds up to amounts that no one can explain",
      detection:
        "rounding inside loops or of parts whose sum is shown, a rounding mode that is not named",
      recommendation: "round at the end, with the mode that the contract or the law names",
    },
    {
      id: "fin-units-01",
      name: "Every amount has a unit",
      severity: "major",
      description: "cents read as euros are wrong by a hundred",
      detection: "amounts whose name and type tell neither unit nor currency",
      recommendation: "carry currency and unit with the amount, in a type or at least in the name",
    },
  ],
  "financial-records": [
    {
      id: "fin-sums-01",
      name: "Parts add up to the whole",
      severity: "critical",
      description: "an invoice whose lines do not give its total is wrong by definition",
      detection: "splits, discounts or shared taxes without a rule for the remainder",
      recommendation: "give the remainder to a named line, and test that the sum is exact",
    },
    {
      id: "fin-idempotent-01",
      name: "Money moves once",
      severity: "critical",
      description: "a retry that charges again is theft by accident",
      detection: "charges, refunds or transfers without an idempotency key or a unique record",
      recommendation: "store the key with the movement, and answer a repeat with the first result",
    },
    {
      id: "fin-audit-01",
      name: "History is kept",
      severity: "major",
      description: "a changed or deleted booking cannot be audited",
      detection: "updates or deletes on bookings, invoices or prices that were in force",
      recommendation: "correct by a new entry, and keep who did it and why",
    },
  ],
  "financial-rules": [
    {
      id: "fin-tax-01",
      name: "Tax follows place and date",
      severity: "major",
      description: "rates differ by place, goods and day, and change by law",
      detection: "tax rates in code, or looked up without place and date",
      recommendation: "take them from a dated table, by the day that the law names",
    },
    {
      id: "fin-dates-01",
      name: "Periods have clear ends",
      severity: "major",
      description: "a day counted twice or not at all is money",
      detection:
        "prorating, interest or billing periods without a time zone or a rule for their last day",
      recommendation:
        "use dates with a named zone, half-open periods, and test month ends and leap days",
    },
  ],
};

/** The eight things that the finance expert looks for. */
export const FINANCE_RULES = rulesOf("finance-sme", BY_CATEGORY);
