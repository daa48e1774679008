import { createKeyedMutex } from "@countersign/engine";

/** Serializes this process's changes of one repository; the key is its git directory. */
export const withRepository = createKeyedMutex();
