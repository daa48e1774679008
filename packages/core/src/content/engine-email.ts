/** The address under which the engine commits uncommitted work and merges. */
export const ENGINE_EMAIL = "countersign@localhost";
