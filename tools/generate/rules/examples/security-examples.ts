import { type Examples, newFileExample } from "../example.ts";

/** Examples for the rules of the security reviewer. */
export const SECURITY_EXAMPLES: Examples = {
  "sec-access-01": newFileExample(
    "src/routes/invoices.ts",
    'app.get("/invoices", (context) => context.json(allInvoices()));',
    'app.get("/invoices", requireRole("accountant"), (context) => context.json(allInvoices()));',
  ),
  "sec-access-02": newFileExample(
    "src/routes/order.ts",
    "const order = await orders.find(request.params.id);",
    "const order = await orders.findOf(session.customer, request.params.id);",
  ),
  "sec-session-01": newFileExample(
    "src/auth/cookie.ts",
    'setCookie("session", token);',
    'setCookie("session", token, { httpOnly: true, secure: true, sameSite: "lax", maxAge: 3_600 });',
  ),
  "sec-injection-01": newFileExample(
    "src/search.ts",
    'await database.query("SELECT * FROM items WHERE name = \'" + name + "\'");',
    'await database.query("SELECT id, name FROM items WHERE name = $1", [name]);',
  ),
  "sec-injection-02": newFileExample(
    "src/comment.tsx",
    "<p dangerouslySetInnerHTML={{ __html: comment.text }} />",
    "<p>{comment.text}</p>",
  ),
  "sec-injection-03": newFileExample(
    "src/assistant.ts",
    'if (answer.includes("approved")) await merge(branch);',
    "const verdict = Verdict.parse(JSON.parse(answer));\nawait record(verdict); // a person merges",
  ),
  "sec-secrets-01": newFileExample(
    "src/auth/sign-in.ts",
    "logger.info({ user, password });",
    'logger.info({ user: user.id, event: "signed_in" });',
  ),
  "sec-crypto-01": newFileExample(
    "src/auth/password.ts",
    'const hash = createHash("md5").update(password).digest("hex");',
    "const hash = await argon2id(password, { memory: 65_536, passes: 3 });",
  ),
  "sec-personal-01": newFileExample(
    "src/users/export.ts",
    "export const columns = [name, mail, birthday, religion];",
    "export const columns = [name, mail]; // for delivery, removed after 90 days",
  ),
  "sec-supply-01": {
    checkedBy: "dependency-changes",
    fails: [
      {
        path: "package.json",
        before: '  "vue": "3.5.0"\n',
        after: '  "vue": "3.5.0",\n  "pad": "https://example.com/pad.tgz"\n',
      },
    ],
    passes: [
      { path: "package.json", before: '  "vue": "3.5.0"\n', after: '  "vue": "3.5.1"\n' },
      { path: "package-lock.json", before: "3.5.0\n", after: "3.5.1\n" },
    ],
  },
  "sec-supply-02": newFileExample(
    ".github/workflows/release.yml",
    "permissions: write-all\nsteps:\n  - uses: actions/checkout@main",
    "permissions:\n  contents: read\nsteps:\n  - uses: actions/checkout@8f4b7f84864484a7bf31766abe9204da3cbe65b3",
  ),
  "sec-limits-01": newFileExample(
    "src/routes/list.ts",
    "const rows = await items.all();",
    "const rows = await items.page({ after: query.after, most: 100 });",
  ),
};
