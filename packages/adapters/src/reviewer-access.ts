import { z } from "zod";
import { AcpAgent } from "./acp/acp-agent.ts";

const Secret = z.string().min(1).max(10_000);
const Address = z.string().min(1).max(2_000);
const PerMillion = z.number().min(0).max(1_000_000);

const Model = z.strictObject({
  apiKey: Secret.nullable().default(null),
  baseUrl: Address.optional(),
});

const Price = z.strictObject({ inputPerMillion: PerMillion, outputPerMillion: PerMillion });

const Service = z.strictObject({
  url: Address,
  token: Secret.nullable().default(null),
  ca: z.string().min(1).max(1_000_000).optional(),
});

const Folder = z.string().min(2).max(4_000).startsWith("/");

/** How reviewers are reached. It belongs to the engine's owner, not to a repository. */
export const ReviewerAccess = z.strictObject({
  models: z
    .strictObject({
      anthropic: Model.optional(),
      openai: Model.optional(),
      google: Model.optional(),
      local: Model.optional(),
    })
    .prefault({}),
  /** Programs that review with the owner's login instead of a key, and the folder of the login. */
  logins: z
    .strictObject({
      claude: Folder.optional(),
      codex: Folder.optional(),
      gemini: Folder.optional(),
    })
    .prefault({}),
  /** Prices by `provider/model`, in US dollars. */
  prices: z.record(z.string().min(1).max(200), Price).default({}),
  /** Programs that speak the Agent Client Protocol, by the reviewer's id. */
  agents: z.record(z.string().min(1).max(200), AcpAgent).default({}),
  /** Services by the reviewer's id. */
  services: z.record(z.string().min(1).max(200), Service).default({}),
  /** Hosts that may have an address of a private network. */
  privateHosts: z.array(z.string().min(1).max(300)).max(1_000).default([]),
  /** Whether a service may run on this machine, and without TLS. */
  loopback: z.boolean().default(false),
});
export type ReviewerAccess = z.infer<typeof ReviewerAccess>;
