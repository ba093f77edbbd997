import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { usedStyles } from "./used-styles.ts";

const server = process.env["TRADEWIND_URL"] ?? "http://localhost:9000";

/** Parts that only some pages need and that are large: each is loaded with the first of its pages. */
const LARGE =
  /recharts|d3-|dates.esm|dayjs|areas.import-export|dashboard.src.kit.grid|dashboard.src.i18n|src.app.plugins/;

/** What draws the fields that a shop has declared: one file, which a shop without any does not load. */
const FIELDS = /custom-fields.(field-(input|inputs|filters|text|errors)|references|reference-input)\.tsx?$/;

interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Whether `main.tsx` imports it, itself or through others, and not on demand. A package belongs to what imports it. */
function isOfStart(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (id.endsWith("/src/main.tsx")) return true;
  if (!/dashboard.src/.test(id) || seen.has(id)) return false;
  seen.add(id);
  return (graph.getModuleInfo(id)?.importers ?? []).some((importer) => isOfStart(importer, graph, seen));
}

const RUNTIME = /import\{([^}]*)\}from"\.\/rolldown-runtime[^"]*";?/;

/** Writes the few functions of the bundler into each script that uses them: they would be a file, and a request, of their own. */
const inlineRuntime = (): Plugin => ({
  name: "inline-runtime",
  apply: "build",
  enforce: "post",
  generateBundle(_, bundle) {
    const runtime = Object.values(bundle).find(({ fileName }) => fileName.includes("rolldown-runtime"));
    if (runtime?.type !== "chunk") return;
    const [, code, exported] = /^(.*)export\{([^}]*)\};\s*$/s.exec(runtime.code)!;
    const functions = `(()=>{${code}return{${exported!.replace(/(\w+) as (\w+)/g, "$2:$1")}}})()`;
    for (const file of Object.values(bundle)) {
      if (file.type === "chunk")
        file.code = file.code.replace(
          RUNTIME,
          (_, names: string) => `var{${names.replace(/ as /g, ":")}}=${functions};`,
        );
      else if (file.fileName === "index.html")
        file.source = String(file.source).replace(/ *<[^>]*rolldown-runtime[^>]*>(<\/script>)?\n/g, "");
    }
    delete bundle[runtime.fileName];
  },
});

export default defineConfig({
  // Files are found relative to <base href>, so that the dashboard can be served below any path.
  base: "./",
  plugins: [react(), usedStyles(), inlineRuntime()],
  build: {
    outDir: "../dist/dashboard",
    emptyOutDir: true,
    // Pictures in the style sheets would need `data:` in the policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    // One style sheet, of less than 30 kB.
    cssCodeSplit: false,
    // All browsers that have `import()` in modules have it.
    modulePreload: { polyfill: false },
    // Each file is a request, and there should be few: the start, what several pages need, and the page itself.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: (id, graph) => (isOfStart(id, graph) ? "app" : null), debugName: "app", priority: 3 },
            {
              name: "charts",
              priority: 2,
              test: /node_modules.(recharts|@mantine.charts)|home.revenue-chart/,
            },
            {
              name: "common",
              priority: 1,
              minShareCount: 2,
              test: (id) => !LARGE.test(id) && !FIELDS.test(id),
            },
            // After the common parts, which it would take with it.
            { name: "fields", priority: 0, test: FIELDS },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/admin": server, "/store": server, "/app/config.json": server, "/app/plugin-files": server },
  },
});
