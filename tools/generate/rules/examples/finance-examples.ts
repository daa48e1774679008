import { type Examples, newFileExample } from "../example.ts";

/** Examples for the rules of the finance expert. */
export const FINANCE_EXAMPLES: Examples = {
  "fin-bigjs-01": newFileExample(
    "src/billing/total.ts",
    "const total = price * quantity + shipping;",
    "const total = price.times(quantity).plus(shipping);",
  ),
  "fin-rounding-01": newFileExample(
    "src/billing/total.ts",
    "for (const line of lines) sum += Math.round(line.net * 1.19);",
    'const net = lines.reduce((sum, line) => sum.plus(line.net), ZERO);\nconst gross = net.times(rate).round(2, "half-up");',
  ),
  "fin-units-01": newFileExample(
    "src/payments/charge.ts",
    "function charge(amount: number) {}",
    "function charge(amount: { cents: bigint; currency: Currency }) {}",
  ),
  "fin-sums-01": newFileExample(
    "src/billing/split.ts",
    "const share = round(total / people.length);",
    "const shares = splitExactly(total, people); // the first one carries the remainder",
  ),
  "fin-idempotent-01": newFileExample(
    "src/payments/charge.ts",
    "await provider.charge(card, amount);",
    "await provider.charge(card, amount, { idempotencyKey: payment.id });",
  ),
  "fin-audit-01": newFileExample(
    "src/ledger/correct.ts",
    "await database.update(bookings).set({ amount });",
    "await database.insert(bookings).values({ corrects: booking.id, amount, by, reason });",
  ),
  "fin-tax-01": newFileExample(
    "src/tax/rate.ts",
    "const VAT = 0.19;",
    "const rate = await rates.at({ country, goods, day: delivery.day });",
  ),
  "fin-dates-01": newFileExample(
    "src/billing/period.ts",
    "const days = (end - start) / 86_400_000;",
    "const days = daysBetween(start, end, contract.timeZone); // start counts, end does not",
  ),
};
