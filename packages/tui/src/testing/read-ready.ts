/**
 * The keys that read the second and the fourth task of the summary, which are otherwise ready for a
 * batch.
 */
export const READ_READY = ["2", "D", "v", "Esc", "Esc", "4", "D", "v", "Esc", "Esc"] as const;
