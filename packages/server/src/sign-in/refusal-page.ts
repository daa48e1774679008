import { ERROR_STATUS } from "@countersign/api";
import type { CountersignError } from "@countersign/core";

/** Shows a refusal to a person whose browser came back from a provider. It needs no script and no style. */
export function refusalPage({ code, message, hint }: CountersignError): Response {
  const texts = [message, ...(hint === undefined ? [] : [hint])];
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not signed in</title>
<main>
<h1>Not signed in</h1>
${texts.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n")}
<p>You can go <a href="/">back to countersign</a>.</p>
</main>
</html>
`;
  const headers = { "content-type": "text/html; charset=utf-8" };
  return new Response(body, { status: ERROR_STATUS[code], headers });
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
