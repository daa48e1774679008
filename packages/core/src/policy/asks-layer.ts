import type { Policy } from "./policy.ts";
import type { Layer } from "./words.ts";

/** Returns true if a chain or a policy can require the layer. */
export function asksLayer(
  { chains, chainOverrides, policies }: Pick<Policy, "chains" | "chainOverrides" | "policies">,
  layer: Layer,
): boolean {
  const all = [chains, ...Object.values(chainOverrides)].flatMap((one) => Object.values(one));
  return (
    all.some((chain) => chain.includes(layer)) ||
    policies.some(({ require }) =>
      require.some((demand) => "layer" in demand && demand.layer === layer),
    )
  );
}
