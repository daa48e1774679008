import { z } from "zod";
import { State } from "./words.ts";

/** Values of a query string: text in the URL, typed on both ends. */

const Digits = z.string().regex(/^(?:0|[1-9][0-9]{0,8})$/);

function numberBetween(least: number, most: number) {
  return z.codec(Digits, z.int().min(least).max(most), {
    decode: (text) => Number.parseInt(text, 10),
    encode: (value) => String(value),
  });
}

export const Limit = numberBetween(1, 500);
export const RoundNumber = numberBetween(1, 999_999_999);
export const ContextLines = numberBetween(0, 999_999_999);
export const RiskScore = numberBetween(0, 10);
export const Sequence = numberBetween(0, 999_999_999);

/** A time in milliseconds since 1970. */
export const Moment = z.codec(z.string().regex(/^(?:0|[1-9][0-9]{0,14})$/), z.int().min(0), {
  decode: (text) => Number.parseInt(text, 10),
  encode: (value) => String(value),
});

const names = State.options.join("|");

/** States, separated by commas. */
export const States = z.codec(
  z.string().regex(new RegExp(`^(?:${names})(?:,(?:${names})){0,20}$`)),
  z.array(State).min(1),
  {
    decode: (text) => text.split(",").map((word) => State.parse(word)),
    encode: (states) => states.join(","),
  },
);
