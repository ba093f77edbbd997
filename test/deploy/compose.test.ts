import { describe, expect, it } from "vitest";
import { isCompose } from "../support/checks/compose-schema.ts";
import { type Manifest, manifestIn, stopSeconds, unknownVariables } from "./manifests.ts";

const files = ["compose.yaml", "compose.embedded.yaml"];

/** What Compose does with ${NAME}, ${NAME:-default} and ${NAME:?message}. */
const variablesIn = (text: string) =>
  [...text.matchAll(/\$\{(\w+)(:[-?])?([^}]*)\}/g)].map(([, name, kind]) => ({ name: name!, kind }));

describe.each(files)("deploy/%s", (file) => {
  const compose: Manifest = manifestIn(file);
  const services: [string, Manifest][] = Object.entries(compose.services);
  const ours = services.filter(([, { image }]) => image === "tradewind");

  it("follows the Compose specification", () => {
    expect(isCompose(compose), JSON.stringify(isCompose.errors)).toBe(true);
    expect(isCompose({ services: { shop: { imagee: "tradewind" } } })).toBe(false);
  });

  it("runs Tradewind without rights, on a root that cannot be written to", () => {
    expect(ours.length).toBeGreaterThan(0);
    for (const [, service] of ours) {
      expect(service).toMatchObject({ read_only: true, tmpfs: ["/tmp"], cap_drop: ["ALL"] });
      expect(service.security_opt).toEqual(["no-new-privileges:true"]);
      expect(service).not.toHaveProperty("privileged");
    }
  });

  it("uses settings that exist", () => {
    const names = ours.flatMap(([, { environment = {} }]) => Object.keys(environment));
    expect(unknownVariables(names)).toEqual([]);
  });

  it("has no default for a secret", () => {
    const secrets = variablesIn(JSON.stringify(compose)).filter(({ name }) => /PASSWORD|SECRET/.test(name));
    expect(secrets.filter(({ kind }) => kind !== ":?")).toEqual([]);
  });

  it("leaves enough time to stop", () => {
    const { shop } = compose.services;
    const drain = Number(shop.environment?.TRADEWIND_DRAIN_SECONDS ?? 0);
    expect(Number.parseInt(shop.stop_grace_period, 10)).toBeGreaterThan(stopSeconds(drain) + 10);
  });

  it("publishes the port to this machine only: a proxy with TLS is in front", () => {
    for (const [, { ports = [] }] of services)
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it("stores everything that must not be lost in named volumes", () => {
    const mounted = services.flatMap(([, { volumes = [] }]) =>
      volumes.map((volume: string) => volume.split(":")[0]),
    );
    expect(mounted.sort()).toEqual(Object.keys(compose.volumes).sort());
  });
});

it("with PostgreSQL, the shop starts when the migrations are applied and the database answers", () => {
  const { database, migrate, shop } = manifestIn("compose.yaml").services;
  expect(database.image).toBe("postgres:18");
  expect(database.healthcheck.test.slice(0, 2)).toEqual(["CMD", "pg_isready"]);
  expect(migrate).toMatchObject({ command: ["migrate"], restart: "no" });
  expect(migrate.depends_on).toEqual({ database: { condition: "service_healthy" } });
  expect(shop.depends_on.migrate).toEqual({ condition: "service_completed_successfully" });
});
