import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { usedStyles } from "./used-styles.ts";

const server = process.env["TRADEWIND_URL"] ?? "http://localhost:9000";

const LISTS =
  /table-core|react-table|dashboard.src.kit.list.|components.(MultiSelect|PillsInput|Pill|Checkbox|InlineInput|LoadingOverlay)\b/;

interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Whether it is a part of the application that main.tsx imports, itself or through others, and not on demand. */
function isOfStart(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (id.endsWith("/src/main.tsx")) return true;
  if (!/dashboard.src/.test(id) || seen.has(id)) return false;
  seen.add(id);
  return (graph.getModuleInfo(id)?.importers ?? []).some((importer) => isOfStart(importer, graph, seen));
}

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
    // Few files instead of dozens of small ones: what many pages need, what the first page needs, and what lists need.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "shared",
              priority: 3,
              minShareCount: 30,
              // The home page has no lists and no forms.
              test: (id) => !LISTS.test(id) && !/mantine.form/.test(id),
            },
            { name: (id, graph) => (isOfStart(id, graph) ? "app" : null), debugName: "app", priority: 2 },
            { name: "lists", priority: 1, minShareCount: 4, test: LISTS },
          ],
        },
      },
    },
  },
  server: { proxy: { "/admin": server, "/store": server, "/app/config.json": server } },
});
