import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { parse } from "yaml";
import { aPlace } from "../support/factories/carts.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();
let metrics: string;
it.beforeAll(async () => {
  const place = await aPlace(shop);
  await anOrder(shop.visitor(), { place, variantId: await aSoldVariant(shop) });
  metrics = await (await fetch(`${shop.baseUrl}/metrics`)).text();
});

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const alerts = () =>
  (parse(read("examples/monitoring/alerts.yml")) as Rules).groups.flatMap(({ rules }) => rules);
const panels = () => (JSON.parse(read("examples/monitoring/grafana.json")) as Dashboard).panels;

/** The names of metrics in an expression, with the labels that select from them. */
const selectors = (expr: string) =>
  [...expr.matchAll(/\b((?:tradewind|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name, labels = ""]) => ({
      name: name!,
      labels: [...labels.matchAll(/(\w+)(!?=~?)"([^"]*)"/g)].map(([, label, operator, value]) => ({
        label: label!,
        operator: operator!,
        value: value!,
      })),
    }),
  );

/** The lines of `/metrics` of one name, those of a histogram included. */
const linesOf = (name: string) =>
  metrics.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
const isDeclared = (name: string) =>
  metrics.includes(`# TYPE ${name} `) ||
  (/_(bucket|count|sum)$/.test(name) && metrics.includes(`# TYPE ${name.replace(/_\w+?$/, "")} histogram`)) ||
  linesOf(name).length > 0;

it("every metric of the dashboard and the alert rules exists", () => {
  const expressions = [...alerts(), ...panels().flatMap(({ targets }) => targets)].map(({ expr }) => expr);
  const names = expressions.flatMap((expr) => selectors(expr).map(({ name }) => name));
  expect(names.length).toBeGreaterThan(20);
  expect([...new Set(names)].filter((name) => !isDeclared(name))).toEqual([]);
});

it("every label exists, and every route of them is one of the server", () => {
  const expressions = [...alerts(), ...panels().flatMap(({ targets }) => targets)].map(({ expr }) => expr);
  const missing = expressions.flatMap((expr) =>
    selectors(expr).flatMap(({ name, labels }) =>
      labels
        // Prometheus adds the instance.
        .filter(({ label }) => label !== "instance")
        .filter(({ label, operator, value }) => {
          const lines = linesOf(name);
          if (lines.length === 0) return false;
          const found = operator === "=" && label !== "outcome" ? `${label}="${value}"` : `${label}="`;
          return !lines.some((line) => line.includes(found));
        })
        .map(({ label, value }) => `${name} ${label}=${value}`),
    ),
  );
  expect(missing).toEqual([]);
});

it("the guide lists every metric of Tradewind", () => {
  const guide = read("docs/guides/monitoring.md");
  const names = [...metrics.matchAll(/^# TYPE (tradewind_\w+) /gm)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
