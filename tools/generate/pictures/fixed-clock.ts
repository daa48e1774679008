import { MOMENT_MS } from "./pictures.ts";

/* Loaded before the program: its clock starts at the moment of the pictures. */
const now = Date.now;
const shiftMs = MOMENT_MS - now();
Date.now = () => now() + shiftMs;
