import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { usedStyles } from "./used-styles.ts";

const server = process.env["TRADEWIND_URL"] ?? "http://localhost:9000";

export default defineConfig({
  // Files are found relative to <base href>, so that the dashboard can be served below any path.
  base: "./",
  plugins: [react(), usedStyles()],
  build: {
    outDir: "../dist/dashboard",
    emptyOutDir: true,
    // Pictures in the style sheets would need `data:` in the policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    // What many pages need is one file instead of dozens of small ones.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "shared", minShareCount: 30, test: /^(?!.*(table-core|react-table|mantine.form))/ },
          ],
        },
      },
    },
  },
  server: { proxy: { "/admin": server, "/store": server, "/app/config.json": server } },
});
