import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkPlugin } from "../../src/plugins/check-plugin.ts";
import type { Plugin } from "../../src/plugins/index.ts";
import { registrationsOf } from "../../src/plugins/registrations.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import everyPort from "../first-time-user/every-port/src/plugin.ts";

// `npm run test:journey` installs and uses this plugin. Here: the reference names every port, and the plugin leaves none out.

const root = fileURLToPath(new URL("../../", import.meta.url));
const reference = readFileSync(join(root, "docs/guides/plugin-reference.md"), "utf8");
const folder = join(root, "test/first-time-user/every-port");
const source = ["src", "dashboard", "types"]
  .flatMap((name) => readdirSync(join(folder, name)).map((file) => join(folder, name, file)))
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");

/** What stands in backticks in the first column of the table with this beginning. */
function listed(beginning: string): string[] {
  const [, table] = reference.split(`\n${beginning}`);
  if (table === undefined) throw new Error(`the reference has no table ${beginning}`);
  const rows = table
    .split("\n\n")[0]!
    .split("\n")
    .filter((row) => row.startsWith("| `"));
  return rows.flatMap((row) => [...row.split("|")[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
}

const namesIn = (beginning: string) => listed(beginning).map((name) => /\w+/.exec(name)![0]);
const sorted = (names: Iterable<string>) => [...names].sort();

/** All parts that `definePlugin` knows. */
function knownParts(): string[] {
  try {
    checkPlugin("a plugin", { name: "plugin", unknown: 1 } as Plugin);
  } catch (error) {
    return /the parts are ([\w, ]+)/.exec((error as Error).message)![1]!.split(", ");
  }
  throw new Error("an unknown part was accepted");
}

/** The plugin is registered as by a server; returns what it has called. */
function registered() {
  const registry = new ProviderRegistry();
  const { tradewind } = registrationsOf(registry, everyPort.name);
  const called = new Set<string>();
  const watched = new Proxy(
    { ...tradewind },
    {
      get(target, name, receiver) {
        called.add(String(name));
        return Reflect.get(target, name, receiver);
      },
    },
  );
  everyPort.register!(watched as never);
  return { registry, called, calls: Object.keys(tradewind) };
}

describe("the plugin with every port", () => {
  it("has every part of definePlugin, and the reference lists them", () => {
    expect(sorted(Object.keys(everyPort))).toEqual(sorted(knownParts()));
    expect(sorted(namesIn("| part | what it is | section |"))).toEqual(sorted(knownParts()));
  });

  it("has every rule, choice and step of the reference", () => {
    expect(sorted(Object.keys(everyPort.rules!))).toEqual(sorted(namesIn("| rule | decides about |")));
    expect(sorted(Object.keys(everyPort.choices!))).toEqual(
      sorted(namesIn("| choice | returns | otherwise |")),
    );
    const steps = [...reference.matchAll(/^- \*\*`(\w+Completion)\(/gm)].map(([, name]) => name!);
    expect(sorted(Object.keys(everyPort.steps!))).toEqual(sorted(steps));
  });

  it("registers whatever can be registered", () => {
    const { called, calls } = registered();
    // What is used later is in the table of the shop.
    const later = ["oauthToken", "refusal"];
    expect(sorted(called)).toEqual(sorted(calls.filter((name) => !later.includes(name))));
    expect([...called].filter((name) => !reference.includes(name))).toEqual([]);
  });

  it("has every function of the providers in the reference", () => {
    const { payment, fulfillment } = registered().registry;
    const functionsOf = (provider: object | undefined) =>
      sorted(Object.entries(provider!).flatMap(([name, given]) => (typeof given === "function" ? name : [])));
    expect(functionsOf(payment.find("every-port"))).toEqual(
      sorted(namesIn("| function | called when | must guarantee |")),
    );
    expect(functionsOf(fulfillment.find("every-port"))).toEqual(
      sorted(namesIn("| function | called when |\n")),
    );
  });

  it("uses what handlers and routes have", () => {
    const ofShop = [...new Set(reference.match(/`(?:shop|tx)\.\w+/g))].map((each) => each.slice(1));
    expect(ofShop.length).toBeGreaterThan(8);
    for (const used of ofShop)
      expect(source).toContain(used.replace("shop.api", "api").replace("shop.refusal", "refusal"));
    const ofRoutes = listed("| of a route | |").flatMap((each) => each.split(", "));
    for (const option of ofRoutes) expect(source).toContain(/\w+$/.exec(option.replace("()", ""))![0]);
  });

  it("has every part of the dashboard", () => {
    const parts = namesIn("| part | properties |");
    expect(parts).toContain("lists");
    for (const part of parts) expect(source).toMatch(new RegExp(`\\b${part}\\b`));
  });
});
