import { CHAT_FORMATS } from "./chat-formats.ts";
import { CLOUD_FORMATS } from "./cloud-formats.ts";
import { CODE_FORMATS } from "./code-formats.ts";
import { DATA_FORMATS } from "./data-formats.ts";
import { PAYMENT_FORMATS } from "./payment-formats.ts";
import { parseFormats, type TokenFormat, type TokenRow } from "./token-format.ts";

/** Secret stores, identity, planning, content, customers and translations. */
const WORK_FORMATS: readonly TokenRow[] = [
  ["Vault", "token", "hvs. hvb. hvr.", "url*80..250"],
  ["Doppler", "token", "dp.pt. dp.st. dp.sa. dp.ct.", "alnum*40..48"],
  ["Doppler", "token", "dp.scim. dp.audit.", "alnum*40..48"],
  ["Doppler", "service token", "dp.st.", "lowslug*2..35 . alnum*40..48"],
  ["Infisical", "service token", "st.", "hex*24 . hex*32 . hex*32"],
  ["1Password", "service account token", "ops_eyJ", "any64*200..2000"],
  ["1Password", "secret key", "A3-", "upnum*6 - upnum*6 - upnum*5 - upnum*5 - upnum*5 - upnum*5"],
  ["Bitwarden", "access token", "0.", "uuid . alnum*30 : base64*22 =="],
  ["Dotenv Vault", "key", "dotenv://:key_", "hex*64"],
  ["Phase", "access token", "pss_user:v1: pss_service:v1: pss_service:v2:", "hex*64 : hex*64"],
  ["Evervault", "API key", "ev:key:1:", "alnum*40..100"],
  ["Basis Theory", "private key", "key_prod_us_pvt_ key_test_us_pvt_", "alnum*20..30"],
  ["age", "key", "AGE-SECRET-KEY-1", "upnum*58", { proof: "bech32" }],
  ["minisign", "secret key", "RWRTY0Iy", "base64*150..240"],
  ["Stytch", "secret", "secret-live- secret-test-", "url*35..36 ="],
  ["Ory", "access token", "ory_at_ ory_rt_ ory_ac_", "url*43 . url*43"],
  ["Ory", "API key", "ory_pat_ ory_apikey_", "alnum*32"],
  ["Unkey", "root key", "unkey_", "base58*22..24"],
  ["Zuplo", "API key", "zpka_", "hex*32 _ hex*8"],
  ["Kong", "access token", "kpat_ spat_", "alnum*40..60"],
  ["JumpCloud", "API key", "jca_", "alnum*36"],
  ["Nightfall", "API key", "NF-", "alnum*32", { random: true }],
  ["Onfido", "API token", "api_live. api_live_us. api_live_ca.", "url*10..11 . url*32"],
  ["Persona", "API key", "persona_production_", "url*30..60"],
  ["Adobe", "client secret", "p8e-", "url*32"],
  ["Notion", "integration token", "secret_", "alnum*43", { random: true }],
  ["Notion", "integration token", "ntn_", "alnum*46"],
  ["Asana", "access token", "2/", "digit*10..20 / digit*10..20 : hex*32"],
  ["Asana", "access token", "1/", "digit*10..20 : hex*32"],
  ["Transifex", "API token", "1/", "hex*40"],
  ["Linear", "key", "lin_api_", "alnum*40"],
  ["Linear", "OAuth token", "lin_oauth_", "hex*64"],
  ["ClickUp", "API token", "pk_", "digit*5..10 _ upnum*32"],
  ["Contentful", "access token", "CFPAT-", "url*43"],
  ["Builder.io", "private key", "bpk-", "hex*32"],
  ["Sanity", "API token", "sk", "alnum*178", { random: true }],
  ["Typeform", "access token", "tfp_", "dotted*40..64"],
  ["HubSpot", "access token", "pat-na1- pat-na2- pat-na3- pat-eu1- pat-ap1-", "uuid"],
  ["Salesforce", "access token", "00D", "alnum*12..15 <!> dotted*80..200"],
  ["Zoho", "OAuth token", "1000.", "hex*32 . hex*32"],
  ["Close", "API key", "api_", "alnum*22 . alnum*22"],
  ["Cal.com", "API key", "cal_live_", "hex*32"],
  ["Dub", "API key", "dub_", "alnum*24", { random: true }],
  ["Cloudinary", "API secret", "cloudinary://", "digit*15 : url*27 @"],
  ["ImageKit", "private key", "private_", "base64*27 ="],
  ["DeepL", "API key", ":fx", "", { lead: "hexdash*36" }],
  ["Weglot", "API key", "wg_", "hex*32..33"],
  ["Kit", "API key", "kit_", "hex*32"],
  ["Branch", "secret", "secret_live_", "alnum*32"],
];

/** Models, their hosts, and services for agents. */
const AI_FORMATS: readonly TokenRow[] = [
  ["Anthropic", "key", "sk-ant-", "low*2..8 digit*2 - url*40..250"],
  ["OpenAI", "key", "sk-proj- sk-svcacct- sk-admin-", "url*40..250"],
  ["OpenAI", "key", "sk-", "alnum*48"],
  ["OpenRouter", "API key", "sk-or-v1-", "hex*64"],
  ["DeepSeek", "API key", "sk-", "hex*32"],
  ["Langfuse", "secret key", "sk-lf-", "uuid"],
  ["Helicone", "API key", "sk-helicone-", "lownum*7 - lownum*7 - lownum*7 - lownum*7"],
  ["Hugging Face", "token", "hf_", "letter*34"],
  ["Hugging Face", "organization token", "api_org_", "letter*34"],
  ["Groq", "key", "gsk_", "alnum*52"],
  ["Replicate", "token", "r8_", "alnum*37"],
  ["Perplexity", "API key", "pplx-", "alnum*48..56"],
  ["Together AI", "API key", "tgp_v1_", "url*43"],
  ["Fireworks AI", "API key", "fw_", "alnum*22..24", { random: true }],
  ["xAI", "API key", "xai-", "alnum*80"],
  ["Cerebras", "API key", "csk-", "lownum*48"],
  ["NVIDIA", "API key", "nvapi-", "url*64"],
  ["ElevenLabs", "API key", "sk_", "hex*48"],
  ["Cartesia", "API key", "sk_car_", "alnum*20..40"],
  ["LangSmith", "API key", "lsv2_pt_ lsv2_sk_", "hex*32 _ hex*10"],
  ["Weights & Biases", "API key", "wandb_v1_", "word*60..120"],
  ["Modal", "token secret", "as-", "alnum*22", { random: true }],
  ["RunPod", "API key", "rpa_", "alnum*40..50"],
  ["Anyscale", "API key", "esecret_", "alnum*24..40"],
  ["Anyscale", "API key", "aph0_", "url*40..80"],
  ["Tavily", "API key", "tvly-", "alnum*32"],
  ["Tavily", "API key", "tvly-dev- tvly-prod-", "dash*32..64"],
  ["Firecrawl", "API key", "fc-", "hex*32"],
  ["Jina AI", "API key", "jina_", "hex*32 url*28"],
  ["Voyage AI", "API key", "pa-", "url*43", { random: true }],
  ["LlamaCloud", "API key", "llx-", "alnum*48"],
  ["E2B", "API key", "e2b_", "hex*40"],
  ["Daytona", "API key", "dtn_", "hex*64"],
  ["Mem0", "API key", "m0-", "alnum*40"],
  ["Coze", "access token", "pat_", "alnum*64"],
  ["Browserbase", "API key", "bb_live_", "url*24..32"],
  ["Apify", "API token", "apify_api_", "alnum*36"],
  ["Pinecone", "API key", "pcsk_", "alnum*5..6 _ alnum*60..68"],
  ["Chroma", "API key", "ck-", "base58*43..44", { random: true }],
  ["Kaggle", "API token", "KGAT_", "hex*32"],
  ["Neptune", "API token", "eyJhcGlfYWRkcmVzcyI6", "any64*60..400"],
  ["Meta", "Llama key", "LLM|", "digit*15..17 <|> url*27"],
  ["Friendli", "access token", "flp_", "alnum*40..60"],
  ["Scale AI", "API key", "live_", "hex*32", { random: true }],
];

/** Ours, also inside a longer word: a reader of it can act as its owner. */
const OWN_FORMAT: TokenRow = [
  "countersign",
  "token",
  "cs_",
  "lownum*1 slug*0..63 _ url*43",
  { anywhere: true },
];

/** Every known format. Where two name the same text, the first one names the token. */
export const TOKEN_FORMATS: readonly TokenFormat[] = parseFormats([
  OWN_FORMAT,
  ...CODE_FORMATS,
  ...CLOUD_FORMATS,
  ...AI_FORMATS,
  ...PAYMENT_FORMATS,
  ...CHAT_FORMATS,
  ...DATA_FORMATS,
  ...WORK_FORMATS,
]);

const VENDORS: ReadonlyMap<string, string | null> = new Map(
  TOKEN_FORMATS.map(({ what, vendor }) => [what, vendor]),
);

/** The vendor that can revoke a credential of this kind, if the kind names one. */
export function secretVendor(what: string): string | null {
  return VENDORS.get(what) ?? null;
}
