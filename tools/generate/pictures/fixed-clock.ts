import { MOMENT_MS } from "./pictures.ts";

/* Loaded before the program: starts its clock at the moment of the pictures. */
const now = Date.now;
const shiftMs = MOMENT_MS - now();
Date.now = () => now() + shiftMs;
