import { describe, expect, it } from "vitest";
import { csvRow } from "./csv-row.ts";

describe("csvRow", () => {
  it.each(["=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1"])(
    "makes text of the formula %j",
    (text) => {
      expect(csvRow([text]).replaceAll('"', "").startsWith("'")).toBe(true);
    },
  );

  it("quotes what would end a cell or a row", () => {
    expect(csvRow(['say "yes", now', "two\nlines", 7, null])).toBe(
      '"say ""yes"", now","two\nlines",7,\r\n',
    );
  });
});
