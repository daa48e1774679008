/** Explains how to sign in. */
export function SignedOut({ why }: { why: string }) {
  return (
    <main className="mx-auto max-w-xl p-6">
      <h1 className="mb-4 text-xl font-semibold">Sign in to countersign</h1>
      {why !== "" && (
        <p role="alert" className="mb-4 text-warning">
          {why}
        </p>
      )}
      <p className="mb-2">Run this command in a terminal on this machine:</p>
      <pre className="mb-4 rounded border border-edge bg-panel p-3">countersign open</pre>
      <p className="text-muted">It opens this page with a link that works once, for one minute.</p>
    </main>
  );
}
