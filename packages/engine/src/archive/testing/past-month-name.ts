/** A month that is over. */
export const MONTH = "2026-03";
