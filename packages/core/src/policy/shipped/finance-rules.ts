import { type RuleText, rulesOf } from "./rules-of.ts";

const BY_CATEGORY: Readonly<Record<string, readonly RuleText[]>> = {
  "financial-arithmetic": [
    {
      id: "fin-bigjs-01",
      name: "Money uses decimal arithmetic",
      severity: "critical",
      description: "binary floating point silently loses cents",
      detection: "+ - * / on prices, totals, taxes or deposits held as numbers",
      recommendation: "use the decimal type of the code base from input to output",
    },
    {
      id: "fin-rounding-01",
      name: "Rounding happens once, with a named mode",
      severity: "critical",
      description: "rounding at every step adds up to unexplained differences",
      detection:
        "rounding inside loops or of parts whose sum is shown, an unspecified rounding mode",
      recommendation: "round once at the end, with the mode that the contract or the law requires",
    },
    {
      id: "fin-units-01",
      name: "Every amount has a unit",
      severity: "major",
      description: "cents that are read as euros are wrong by a factor of a hundred",
      detection: "amounts whose name and type state neither unit nor currency",
      recommendation: "store currency and unit with the amount, in a type or at least in the name",
    },
  ],
  "financial-records": [
    {
      id: "fin-sums-01",
      name: "Parts add up to the total",
      severity: "critical",
      description: "an invoice whose lines do not add up to its total is wrong",
      detection: "splits, discounts or shared taxes without a rule for the remainder",
      recommendation: "assign the remainder to a named line, and test that the sum is exact",
    },
    {
      id: "fin-idempotent-01",
      name: "Payments are idempotent",
      severity: "critical",
      description: "a retry can charge the customer twice",
      detection: "charges, refunds or transfers without an idempotency key or a unique record",
      recommendation:
        "store the key with the transaction, and answer a repeat with the first result",
    },
    {
      id: "fin-audit-01",
      name: "Financial records are immutable",
      severity: "major",
      description: "a changed or deleted booking cannot be audited",
      detection: "updates or deletes on bookings, invoices or prices that were in effect",
      recommendation: "correct with a new entry, and record who did it and why",
    },
  ],
  "financial-rules": [
    {
      id: "fin-tax-01",
      name: "Tax depends on place and date",
      severity: "major",
      description: "tax rates differ by place, goods and date, and change by law",
      detection: "tax rates in code, or looked up without place and date",
      recommendation: "read rates from a dated table, by the date that the law requires",
    },
    {
      id: "fin-dates-01",
      name: "Billing periods have exact boundaries",
      severity: "major",
      description: "a day that is counted twice or skipped changes the amount",
      detection:
        "prorating, interest or billing periods without a time zone or a rule for their last day",
      recommendation:
        "use dates with an explicit time zone and half-open periods, and test month ends and leap days",
    },
  ],
};

/** Rules of the finance expert. */
export const FINANCE_RULES = rulesOf("finance-sme", BY_CATEGORY);
