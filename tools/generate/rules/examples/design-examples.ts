import { type Examples, newFileExample } from "../example.ts";

/** Examples for the fifteen dimensions of the design audit. */
export const DESIGN_EXAMPLES: Examples = {
  "da-layout-01": newFileExample(
    "src/card.css",
    ".card { position: absolute; left: 37px; }",
    ".card { grid-column: 2 / 6; }",
  ),
  "da-spacing-01": newFileExample(
    "src/card.css",
    ".card { padding: 13px 17px; }",
    ".card { padding: var(--space-3) var(--space-4); }",
  ),
  "da-typography-01": newFileExample(
    "src/title.css",
    ".title { font-size: 19px; font-weight: 650; }",
    ".title { font: var(--text-heading); }",
  ),
  "da-colour-01": newFileExample(
    "src/button.css",
    ".button { background: #3a7bd5; }",
    ".button { background: var(--colour-action); }",
  ),
  "da-contrast-01": newFileExample(
    "src/hint.css",
    ".hint { color: #bbb; background: #fff; }",
    ".hint { color: var(--text-muted); background: var(--surface); } /* 4.6 to 1 */",
  ),
  "da-hierarchy-01": newFileExample(
    "src/toolbar.tsx",
    "<Button primary>Save</Button>\n<Button primary>Share</Button>\n<Button primary>Delete</Button>",
    "<Button primary>Save</Button>\n<Button>Share</Button>\n<Menu items={[remove]} />",
  ),
  "da-consistency-01": newFileExample(
    "src/settings.tsx",
    '<div className="my-switch" onClick={toggle} />',
    "<Switch checked={on} onChange={toggle} />",
  ),
  "da-responsiveness-01": newFileExample(
    "src/table.css",
    ".table { width: 1180px; }",
    ".table { width: 100%; overflow-x: auto; }",
  ),
  "da-keyboard-01": newFileExample(
    "src/menu.tsx",
    "<div onClick={open}>Menu</div>",
    '<button type="button" onClick={open}>Menu</button>',
  ),
  "da-focus-01": newFileExample(
    "src/base.css",
    ":focus { outline: none; }",
    ":focus-visible { outline: 2px solid var(--colour-focus); }",
  ),
  "da-semantics-01": newFileExample(
    "src/gallery.tsx",
    "<img src={photo.url} />",
    "<img src={photo.url} alt={photo.description} />",
  ),
  "da-states-01": newFileExample(
    "src/orders.tsx",
    "return <List items={orders.data} />;",
    'if (orders.error) return <Failed retry={orders.retry} />;\nif (orders.data.length === 0) return <Empty what="orders" />;\nreturn <List items={orders.data} />;',
  ),
  "da-forms-01": newFileExample(
    "src/sign-up.tsx",
    '<input placeholder="E-mail" />',
    '<label htmlFor="mail">E-mail</label>\n<input id="mail" type="email" autoComplete="email" aria-describedby="mail-error" />',
  ),
  "da-motion-01": newFileExample(
    "src/banner.css",
    ".banner { animation: pulse 2s infinite; }",
    "@media (prefers-reduced-motion: no-preference) {\n  .banner { transition: opacity 150ms; }\n}",
  ),
  "da-copy-01": newFileExample(
    "src/error.tsx",
    "<p>Oops! You entered something wrong.</p>",
    "<p>The date is in the past. Choose a day from tomorrow on.</p>",
  ),
};
