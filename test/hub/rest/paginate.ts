import type { RestAnswer } from "./call.ts";

const DEFAULT_PAGE_SIZE = 30;
const MAX_PAGE_SIZE = 100;

export type PagedAnswer = { body: unknown; headers: Record<string, string> };

/** Cuts a list to the page that the address asks for and links the pages around it. */
export function paginate(url: URL, { status, body }: RestAnswer): PagedAnswer {
  const list = status === 200 ? listIn(body) : null;
  if (list === null) return { body, headers: {} };
  const asked = Number(url.searchParams.get("per_page") ?? DEFAULT_PAGE_SIZE);
  const size = Math.min(asked, MAX_PAGE_SIZE);
  if (url.pathname.endsWith("/app/hook/deliveries")) return pageAfterCursor(url, list.items, size);
  const page = Number(url.searchParams.get("page") ?? 1);
  const start = (page - 1) * size;
  const last = Math.max(1, Math.ceil(list.items.length / size));
  return {
    body: list.wrap(list.items.slice(start, start + size)),
    headers: last > 1 ? { link: linkHeader(url, page, last) } : {},
  };
}

/** The list of deliveries grows at its beginning, so its pages are found by the entry before them. */
function pageAfterCursor(url: URL, items: readonly unknown[], size: number): PagedAnswer {
  const cursor = url.searchParams.get("cursor");
  const start = cursor === null ? 0 : items.findIndex((item) => cursorOf(item) === cursor) + 1;
  const page = items.slice(start, start + size);
  if (start + size >= items.length) return { body: page, headers: {} };
  const next = new URL(url);
  next.searchParams.set("cursor", cursorOf(page.at(-1)));
  return { body: page, headers: { link: `<${next.href}>; rel="next"` } };
}

function cursorOf(item: unknown): string {
  return `v1_${(item as { id: number }).id}`;
}

type List = { items: readonly unknown[]; wrap(page: readonly unknown[]): unknown };

/** A list is an array, or the one array beside a `total_count`. */
function listIn(body: unknown): List | null {
  if (Array.isArray(body)) return { items: body, wrap: (page) => page };
  if (typeof body !== "object" || body === null || !("total_count" in body)) return null;
  const [key, items] = Object.entries(body).find(([, value]) => Array.isArray(value)) ?? [];
  if (key === undefined || !Array.isArray(items)) return null;
  return { items, wrap: (page) => ({ ...body, [key]: page }) };
}

function linkHeader(url: URL, page: number, last: number): string {
  const link = (rel: string, to: number) => {
    const target = new URL(url);
    target.searchParams.set("page", String(to));
    return `<${target.href}>; rel="${rel}"`;
  };
  const before = page > 1 ? [link("prev", page - 1), link("first", 1)] : [];
  const after = page < last ? [link("next", page + 1), link("last", last)] : [];
  return [...before, ...after].join(", ");
}
