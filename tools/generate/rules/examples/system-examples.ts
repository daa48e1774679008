import { type Examples, newFileExample } from "../example.ts";

/** Examples for the rules of the architecture and the integration reviewer. */
export const SYSTEM_EXAMPLES: Examples = {
  "ar-boundary-01": newFileExample(
    "packages/orders/src/index.ts",
    'export * from "./tables.ts";',
    'export { findOrder, placeOrder } from "./orders.ts";',
  ),
  "ar-boundary-02": newFileExample(
    "src/routes/discount.ts",
    "if (customer.years > 5) await database.update(order).set({ discount: 10 });",
    "const discount = discountFor(customer, order);\nawait orders.save({ ...order, discount });",
  ),
  "ar-dependency-01": newFileExample(
    "src/ids.ts",
    'import { v4 } from "some-uuid-library";',
    'import { randomUUID } from "node:crypto";',
  ),
  "ar-state-01": newFileExample(
    "src/mail/bounced.ts",
    "await database.update(customers).set({ mailBroken: true });",
    "await customerService.reportBounce(customer.id);",
  ),
  "ar-concurrency-01": newFileExample(
    "src/stock.ts",
    "const { left } = await stock.find(item);\nawait stock.save(item, { left: left - 1 });",
    'await database.query("UPDATE stock SET left = left - 1 WHERE item = $1 AND left > 0", [item]);',
  ),
  "ar-growth-01": newFileExample(
    "src/report.ts",
    "for (const order of orders) order.customer = await customers.find(order.customerId);",
    "const found = await customers.findAll(orders.map((order) => order.customerId));",
  ),
  "ar-operate-01": newFileExample(
    "src/jobs/clean.ts",
    "while (true) await removeOldest();",
    'log("clean_begins", { most: 1_000 });\nconst removed = await removeOldest({ most: 1_000 });\nlog("clean_ends", { removed });',
  ),
  "in-contract-01": newFileExample(
    "src/api/user.ts",
    "return { mailAddress: user.mail }; // was: mail",
    "return { mail: user.mail, mailAddress: user.mail }; // mail goes with version 3",
  ),
  "in-contract-02": {
    fails: [
      {
        path: "src/price.ts",
        before: "export function price(item) {}\n",
        after: "export function price(item, currency) {}\n",
      },
    ],
    passes: [
      {
        path: "src/price.ts",
        before: "export function price(item) {}\n",
        after: "export function price(item, currency) {}\n",
      },
      { path: "src/cart.ts", before: "price(item);\n", after: "price(item, cart.currency);\n" },
    ],
  },
  "in-errors-01": newFileExample(
    "src/weather.ts",
    "return (await fetch(url)).json();",
    "const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });\nreturn answer.ok ? Forecast.parse(await answer.json()) : null;",
  ),
  "in-migration-01": newFileExample(
    "db/migrations/0007.sql",
    "ALTER TABLE users RENAME COLUMN mail TO email;",
    "ALTER TABLE users ADD COLUMN email text; -- mail is dropped when nothing reads it",
  ),
  "in-migration-02": newFileExample(
    "db/migrations/0008.sql",
    "CREATE TABLE tags (id int);\nDELETE FROM old_tags;",
    "CREATE TABLE IF NOT EXISTS tags (id int);\nALTER TABLE old_tags RENAME TO old_tags_kept;",
  ),
  "in-format-01": newFileExample(
    "src/events/placed.ts",
    'queue.send({ type: "placed", lines });',
    'queue.send({ type: "placed", version: 2, lines });',
  ),
};
