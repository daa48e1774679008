import type { Size } from "./box.ts";

/** From 100 columns and 30 lines on there is room for whole words and a second column. */
export function isRoomySize({ size }: { readonly size: Size }): boolean {
  return size.columns >= 100 && size.rows >= 30;
}
