import { expect, it } from "vitest";
import { readAlong } from "../../platform/read-along.ts";
import { transact } from "../../platform/transact.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { addTrustRequest, listCompleteTrust, setTrustState } from "./trust-requests.ts";

const { pool } = await testDatabase();

it("lists the requests that enough people signed along with other reads", async () => {
  const body = { kind: "change", trust: "{}", tree: "a".repeat(40) } as const;
  const untilMs = Date.now() + 60_000;
  await transact(pool, "acme", async (session) => {
    for (const id of ["one", "two"])
      await addTrustRequest(session, { id, repo: `${id}-shop`, body, proposedBy: "ana", untilMs });
    await setTrustState(session, "two", "complete");
  });
  const found = await readAlong(pool, "acme", listCompleteTrust);
  expect(found).toEqual([{ id: "two", repo: "two-shop" }]);
});
