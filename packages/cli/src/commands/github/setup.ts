import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { convertGithubManifest } from "@countersign/adapters";
import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { requireOwner } from "../../caller/require-owner.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag, option, text } from "../../command/options.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import {
  githubServer,
  githubSettingsFile,
  readGithubSettings,
  writeGithubSettings,
} from "../../local-engine/settings/github-settings.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { openBrowser } from "../../runtime/open-browser.ts";
import { createAppManifest, webhookUrl } from "./app-manifest.ts";
import { receiveManifestCode } from "./receive-manifest-code.ts";

const TIMEOUT_MS = 600_000;
const HttpsOrigin = z.url({ protocol: /^https$/ });

export const githubSetup = defineCommand({
  usage: "setup",
  examples: [
    "countersign github setup",
    "countersign github setup --organization acme --public-url https://cs.acme.dev",
  ],
  options: {
    organization: text("--organization <name>", "owner of the app (default: your own account)"),
    publicUrl: option(
      "--public-url <url>",
      HttpsOrigin.optional(),
      "public address of this engine, for webhooks (default: none, GitHub is polled)",
    ),
    name: text("--name <name>", "name of the app (default: countersign with random digits)"),
    webUrl: option("--web-url <url>", HttpsOrigin.optional(), "address of your own GitHub server"),
    apiUrl: option("--api-url <url>", HttpsOrigin.optional(), "address of its REST API"),
    caFile: text("--ca-file <path>", "certificate authority of your own GitHub server"),
    privateNetwork: flag(
      "--private-network",
      "your own GitHub server has an address of a private network",
    ),
  },

  output: {
    "github.setup": z.object({
      app: z.int(),
      slug: z.string(),
      /** Where the app is installed on repositories. */
      installUrl: z.string(),
      /** Where GitHub sends events to. Null if it is polled. */
      webhookUrl: z.string().nullable(),
      file: z.string(),
    }),
  },
  async run(context, { options }) {
    const { organization = null, publicUrl = null, webUrl } = options;
    const file = githubSettingsFile(localFiles(context.env).githubApp, context.env);
    if (context.dryRun)
      return wouldDo("setup", { file }, () => `Would create a GitHub App and store it in ${file}`);
    requireOwner("Connecting GitHub", context);
    if ((await readGithubSettings(file)) !== null)
      throw new CountersignError("wrong_state", "This engine is already connected to GitHub.", {
        hint: `Look at it: countersign github status. To create another app, remove ${file} first`,
      });
    const name = options.name ?? `countersign-${randomBytes(3).toString("hex")}`;
    const code = await receiveManifestCode({
      ...{ webUrl: webUrl ?? "https://github.com", organization, timeoutMs: TIMEOUT_MS },
      manifestFor: (redirectUrl) => createAppManifest({ name, redirectUrl, publicUrl }),
      onReady(url) {
        context.say(`Open this page and create the app: ${url}`);
        void openBrowser(url, context.env);
      },
    });
    const where = serverSettings(options, context.directory);
    const { credentials, page } = await convertGithubManifest(await githubServer(where), code);
    await writeGithubSettings(file, { ...credentials, ...where });
    const { app, slug } = credentials;
    const installUrl = `${page.replace(/\/+$/, "")}/installations/new`;
    return {
      schema: "github.setup",
      data: { app, slug, installUrl, webhookUrl: webhookUrl(publicUrl), file },
      plain: [[String(app), slug, installUrl]],
      text: (style) =>
        [
          `${style.paint("good", "created")} ${display(slug)} (app ${app})`,
          "",
          `1. Install it on your repositories: ${display(installUrl)}`,
          "2. Restart the engine:              countersign server down && countersign server up",
          "3. Add a repository:                countersign github add <owner>/<repository>",
          "4. Say whose account is whose:      countersign github link <person> <account>",
        ].join("\n"),
    };
  },
});

type ServerOptions = {
  webUrl?: string | undefined;
  apiUrl?: string | undefined;
  caFile?: string | undefined;
  privateNetwork: boolean;
};

/** Returns the settings of a GitHub server of your own. Empty for github.com. */
function serverSettings(
  { webUrl, apiUrl, caFile, privateNetwork }: ServerOptions,
  directory: string,
) {
  return {
    ...(webUrl && { webUrl }),
    ...(apiUrl && { apiUrl }),
    ...(caFile && { caFile: resolve(directory, caFile) }),
    ...(privateNetwork && { privateNetwork }),
  };
}
