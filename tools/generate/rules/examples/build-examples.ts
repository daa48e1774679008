import { type Examples, editExample, newFileExample } from "../example.ts";

const TOKEN = `ghp_${"a1B2c3".repeat(6)}`;

/** Examples for the rules of the build reviewer: types, errors, duplication. */
export const BUILD_EXAMPLES: Examples = {
  "br-type-safety-01": newFileExample(
    "src/total.ts",
    "export function total(items: any) {\n  return items.length;\n}",
    "export function total(items: readonly Item[]): number {\n  return items.length;\n}",
  ),
  "br-type-safety-02": newFileExample(
    "src/user.ts",
    "const user = found as unknown as User;",
    "const user = User.parse(found);",
  ),
  "br-type-safety-03": newFileExample(
    "src/orders.ts",
    "const order: Order = JSON.parse(body);",
    "const order = Order.parse(JSON.parse(body));",
  ),
  "br-type-safety-04": newFileExample(
    "src/label.ts",
    'switch (state) {\n  case "open":\n    return "Open";\n}\nreturn "";',
    'switch (state) {\n  case "open":\n    return "Open";\n  default:\n    return assertNever(state);\n}',
  ),
  "br-type-safety-05": newFileExample(
    "src/price.ts",
    "// @ts-ignore\nreturn price.toFixd(2);",
    "return price.toFixed(2);",
  ),
  "br-error-handling-01": newFileExample(
    "src/send.ts",
    "try {\n  await send(mail);\n} catch {}",
    "await send(mail); // the caller decides what happens without it",
  ),
  "br-error-handling-02": newFileExample(
    "src/read.ts",
    'throw new Error("reading failed: " + error.message);',
    'throw new Error("The price list cannot be read", { cause: error });',
  ),
  "br-error-handling-03": newFileExample(
    "src/rates.ts",
    "const rates = await (await fetch(url)).json();",
    "const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });\nif (!answer.ok) throw new RatesUnavailable(answer.status);\nconst rates = Rates.parse(await answer.json());",
  ),
  "br-error-handling-04": newFileExample(
    "src/order.ts",
    "await insertOrder(order);\nawait reduceStock(order.items);",
    "await database.transaction(async (open) => {\n  await insertOrder(open, order);\n  await reduceStock(open, order.items);\n});",
  ),
  "br-error-handling-05": newFileExample(
    "src/upload.ts",
    'throw new Error("invalid input");',
    'throw new Error("The file " + name + " is larger than 10 MB; send a smaller one");',
  ),
  "br-duplication-01": newFileExample(
    "src/export.ts",
    'const csv = rows.map((row) => row.join(";")).join("\\n");\nconst backup = rows.map((row) => row.join(";")).join("\\n");',
    "const csv = toCsv(rows);\nconst backup = csv;",
  ),
  "br-duplication-02": newFileExample(
    "src/list.ts",
    "function last(list) {\n  return list[list.length - 1];\n}",
    "list.at(-1);",
  ),
  "br-duplication-03": newFileExample(
    "src/state.ts",
    'export type State = "open" | "done";\nexport const STATES = ["open", "done"];',
    'export const STATES = ["open", "done"] as const;\nexport type State = (typeof STATES)[number];',
  ),
  "br-duplication-04": newFileExample(
    "src/mailer.ts",
    "abstract class BaseMailer {}\nclass Mailer extends BaseMailer {}",
    "export async function sendMail(mail: Mail): Promise<void> {}",
  ),
  "br-hard-coded-values-01": newFileExample(
    "src/cart.ts",
    "if (items.length > 37) refuse();",
    "const MAX_ITEMS = 37;\nif (items.length > MAX_ITEMS) refuse();",
  ),
  "br-hard-coded-values-02": newFileExample(
    "src/storage.ts",
    'const folder = "/home/ana/uploads";',
    'const folder = settings.uploadFolder ?? join(dataFolder, "uploads");',
  ),
  "br-hard-coded-values-03": editExample(
    "secrets",
    "src/client.ts",
    ["// client", `// client\nconst token = "${TOKEN}";`],
    ["// client", "// client\nconst token = process.env.GITHUB_TOKEN;"],
  ),
  "br-hard-coded-values-04": newFileExample(
    "src/invoice.ts",
    'const due = new Date("2026-12-31");\nconst text = amount + " EUR";',
    "const due = addDays(invoice.date, terms.days);\nconst text = formatMoney(amount, customer.locale);",
  ),
};
