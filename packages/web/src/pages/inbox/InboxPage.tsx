import { useInbox } from "../../data/queries.ts";
import { PageState } from "../../frame/PageState.tsx";

export function InboxPage() {
  return (
    <PageState query={useInbox()} what="the inbox">
      {({ items }) => (
        <section className="p-4">
          <h1 className="mb-2 text-xl font-semibold">Inbox</h1>
          <p>{items.length} tasks</p>
        </section>
      )}
    </PageState>
  );
}
