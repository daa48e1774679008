import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { thirdPartyNotices } from "../cli/third-party-notices.ts";

export default defineConfig({
  plugins: [react(), tailwind(), thirdPartyNotices()],
  worker: { format: "es" },
  build: {
    target: "es2024",
    // The page's content security policy allows only our own files: no data URLs, no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Modules run in the order of their imports, also across chunks: zod is set up before the first schema.
    rolldownOptions: {
      input: ["index.html", "sign.html"],
      output: { strictExecutionOrder: true },
    },
  },
});
