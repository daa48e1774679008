import { useNotice } from "../../frame/Notices.tsx";

/** Copies a part of the page as JSON, the same object that `countersign why --json` prints. */
export function CopyJson({ what, value }: { what: string; value: unknown }) {
  const { show, fail } = useNotice();
  const copy = (): void => {
    navigator.clipboard.writeText(JSON.stringify(value, null, 2)).then(
      () => show(`Copied ${what} as JSON.`),
      () => fail("The browser does not allow copying."),
    );
  };
  return (
    <button type="button" className="button" aria-label={`Copy ${what} as JSON`} onClick={copy}>
      JSON
    </button>
  );
}
