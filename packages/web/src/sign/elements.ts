/** Creates an element with a text, which is never read as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = "",
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  created.className = className;
  created.textContent = text;
  return created;
}

/** Creates a list of names and values, which breaks long values on a narrow screen. */
export function rowList(rows: readonly (readonly [string, string])[]): HTMLElement {
  const list = element("dl", "my-4 grid gap-x-4 gap-y-1 sm:grid-cols-[6rem_1fr]");
  for (const [name, value] of rows)
    list.append(element("dt", "text-muted", name), element("dd", "break-all", value));
  return list;
}

/** Creates a button that cannot be pressed again while its work runs. */
export function actionButton(text: string, work: () => Promise<void>): HTMLButtonElement {
  const button = element("button", "button mt-2", text);
  button.type = "button";
  button.addEventListener("click", async () => {
    button.disabled = true;
    await work();
    button.disabled = false;
  });
  return button;
}
