/** How many texts are remembered at least, and the maximum characters of such a text. */
type Limits = { texts: number; characters: number };

/** Returns a function that remembers what it computed from recent texts. It keeps up to twice as many texts. */
export function rememberTexts<Value extends object | string | boolean | null>(
  { texts, characters }: Limits,
  compute: (text: string) => Value,
): (text: string) => Value {
  let recent = new Map<string, Value>();
  let older = new Map<string, Value>();
  return (text) => {
    if (text.length > characters) return compute(text);
    const known = recent.get(text);
    if (known !== undefined) return known;
    const value = older.get(text) ?? compute(text);
    if (recent.size >= texts) [older, recent] = [recent, new Map()];
    recent.set(text, value);
    return value;
  };
}
