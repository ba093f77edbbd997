// The layering of docs/architecture.md, held by a tool.
// dependency-cruiser 17 does not tell swc which files have JSX (sverweij/dependency-cruiser#1081, mended in 18, which needs Node 22).
const swc = require("@swc/core");
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith(".tsx") });

// A module is src/modules/<area>/<module>.
const module_ = "^src/modules/([^/]+/[^/]+)/";
// From the top to the bottom: an area knows only those below it.
const areas = [
  "reporting",
  "checkout",
  "after-sale",
  "import-export",
  "orders",
  "selling",
  "people",
  "catalogue",
  "stock",
  "shop",
  "platform",
];
const areasOnlyDownwards = areas.slice(1).map((area, index) => ({
  name: `${area}-knows-only-areas-below`,
  severity: "error",
  from: { path: `^src/modules/${area}/` },
  to: { path: `^src/modules/(${areas.slice(0, index + 1).join("|")})/` },
}));
// The layers of the dashboard, from the top to the bottom: a layer knows only those below it. Texts (i18n) are below all of them.
const dashboardLayers = ["main\\.tsx", "app/", "areas/", "data/", "kit/", "i18n/"];
const inDashboard = (parts) => `^dashboard/src/(${parts.join("|")})`;
const dashboardOnlyDownwards = dashboardLayers.slice(1).map((layer, index) => ({
  name: `dashboard-${layer.replace("/", "")}-knows-only-layers-below`,
  severity: "error",
  from: { path: inDashboard([layer]) },
  to: { path: inDashboard(dashboardLayers.slice(0, index + 1)) },
}));
const dashboardArea = "^dashboard/src/areas/([^/]+)/";
const v1Shapes = "^src/modules/[^/]+/v1-shapes\\.ts$";
const inFolder = (name) => `^src/${name}/`;

module.exports = {
  forbidden: [
    ...areasOnlyDownwards,
    ...dashboardOnlyDownwards,
    {
      name: "dashboard-areas-do-not-know-each-other",
      comment: "what two areas need is in dashboard/src/data; a page of two areas is composed in dashboard/src/app/pages",
      severity: "error",
      from: { path: dashboardArea },
      to: { path: dashboardArea, pathNot: "^dashboard/src/areas/$1/" },
    },
    {
      name: "dashboard-lists-are-declared",
      comment: "the page of a list is a declaration (dashboard/src/kit/list/list-page.tsx), not wired by hand",
      severity: "error",
      from: { path: "^dashboard/src/", pathNot: "^dashboard/src/kit/list/" },
      to: { path: "^dashboard/src/kit/list/(list-card|data-table|list-body|use-list)\\.tsx?$" },
    },
    {
      name: "every-file-of-the-dashboard-is-in-a-layer",
      severity: "error",
      from: { path: "^dashboard/src/", pathNot: inDashboard([...dashboardLayers]) },
      to: {},
    },
    {
      name: "dashboard-areas-are-areas-of-the-server",
      severity: "error",
      from: { path: "^dashboard/src/areas/", pathNot: `^dashboard/src/areas/(${areas.join("|")})/` },
      to: {},
    },
    {
      name: "the-dashboard-knows-the-server-by-its-client",
      severity: "error",
      from: { path: "^dashboard/src/" },
      to: { path: "^src/" },
    },
    {
      name: "every-module-is-in-an-area",
      severity: "error",
      from: { path: "^src/modules/", pathNot: `^src/modules/(${areas.join("|")})/[^/]+/` },
      to: {},
    },
    { name: "no-circular", severity: "error", from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } } },
    { name: "no-orphans", severity: "error", from: { orphan: true, pathNot: ["\\.d\\.ts$", "^test/", "^src/main\\.ts$"] }, to: {} },
    {
      name: "kernel-imports-nothing",
      severity: "error",
      from: { path: inFolder("kernel"), pathNot: "\\.test\\.ts$" },
      to: { pathNot: inFolder("kernel") },
    },
    {
      name: "layers-below-know-no-business",
      severity: "error",
      from: { path: "^src/(kernel|db|http|graph|events|jobs|providers|plugins|telemetry|module)/" },
      to: { path: "^src/(modules|demo|cli)/" },
    },
    {
      name: "layers-below-get-declarations",
      comment: "they get what modules declare when the server is put together",
      severity: "error",
      from: { path: "^src/(kernel|db|http|graph|events|jobs|providers|plugins|telemetry)/" },
      to: { path: "^src/(module/|modules\\.ts$)" },
    },
    {
      name: "only-the-list-of-modules-reads-declarations",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/modules\\.ts$" },
      to: { path: "^src/(modules/[^/]+/[^/]+|demo)/module\\.ts$" },
    },
    {
      name: "modules-announce-declared-events",
      severity: "error",
      from: { path: "^src/modules/" },
      to: { path: "^src/events/announce\\.ts$" },
    },
    {
      name: "db-knows-only-kernel",
      severity: "error",
      from: { path: inFolder("db") },
      to: { path: "^src/", pathNot: [inFolder("db"), inFolder("kernel"), "^src/package-root\\.ts$"] },
    },
    {
      name: "pg-internals-only-in-their-adapter",
      comment: "undocumented parts of pg are behind src/db/connections/pg-protocol-adapter.ts",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/db/connections/pg-protocol-adapter\\.ts$" },
      to: {
        path: "node_modules/(pg|pg-protocol|pg-pool)/",
        pathNot: ["node_modules/pg/(esm/index\\.mjs|lib/index\\.js)$", "node_modules/@types/pg/index\\.d\\.ts$"],
      },
    },
    {
      name: "opentelemetry-only-in-its-library-file",
      comment: "loaded only when tracing is on; the rest of the server uses src/kernel/tracing.ts",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/telemetry/" },
      to: { path: "node_modules/@opentelemetry/" },
    },
    {
      name: "graph-knows-only-db-and-kernel",
      severity: "error",
      from: { path: inFolder("graph") },
      to: { path: "^src/", pathNot: [inFolder("graph"), inFolder("db"), inFolder("kernel")] },
    },
    {
      name: "events-know-only-db-and-kernel",
      severity: "error",
      from: { path: inFolder("events") },
      to: { path: "^src/", pathNot: [inFolder("events"), inFolder("db"), inFolder("kernel")] },
    },
    {
      name: "jobs-know-only-db-and-kernel",
      severity: "error",
      from: { path: inFolder("jobs") },
      to: { path: "^src/", pathNot: [inFolder("jobs"), inFolder("db"), inFolder("kernel")] },
    },
    {
      name: "domain-files-are-pure",
      comment: "files without a technical suffix import only kernel, what descriptions give (written-row), what custom fields are, their siblings, the v1-shapes of their area, the rules of plugins (pure functions) and their data, and sanitize-html, which is a pure function",
      severity: "error",
      from: {
        path: "^src/modules/[^/]+/[^/]+/[^/]+\\.ts$",
        pathNot: [
          "-(store|graph|schemas|routes|changes|jobs|type|mask)\\.ts$",
          "/(index|module|events|api-notes)\\.ts$",
          "\\.test\\.ts$",
        ],
      },
      to: {
        pathNot: [
          inFolder("kernel"),
          "^src/graph/written-row\\.ts$",
          "^src/graph/custom-fields/(declaration|check-declaration|field-values)\\.ts$",
          v1Shapes,
          "^src/modules/[^/]+/[^/]+/[^/]+\\.ts$",
          "^src/plugins/(ports/(rules|rule-data|choices)|rules/rules|steps/prepared-completion)\\.ts$",
          "^node_modules/sanitize-html/",
        ],
      },
    },
    {
      name: "other-modules-only-through-their-index",
      severity: "error",
      from: { path: module_ },
      to: { path: module_, pathNot: ["^src/modules/$1/", "^src/modules/[^/]+/[^/]+/index\\.ts$"] },
    },
    {
      name: "the-cart-cache-only-through-its-index",
      severity: "error",
      from: { path: "^src/modules/selling/carts/", pathNot: "^src/modules/selling/carts/cache/" },
      to: { path: "^src/modules/selling/carts/cache/", pathNot: "^src/modules/selling/carts/cache/index\\.ts$" },
    },
    {
      name: "routes-never-touch-a-store",
      severity: "error",
      from: { path: "-routes\\.ts$" },
      to: { path: "-store\\.ts$" },
    },
    {
      name: "only-stores-and-graph-run-statements",
      severity: "error",
      from: { path: "^src/modules/", pathNot: ["-store\\.ts$", "\\.test\\.ts$"] },
      to: { path: "^src/db/(statements|link-table)\\.ts$" },
    },
    {
      name: "the-composition-root-is-on-top",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/(main|app)\\.ts$", "^src/(cli|testing)/"] },
      to: { path: "^src/(main|app|modules|background)\\.ts$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // The compiler of TypeScript 7 offers no interface for other tools yet.
    parser: "swc",
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
