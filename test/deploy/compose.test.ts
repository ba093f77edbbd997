import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isCompose } from "../support/checks/compose-schema.ts";
import { type Manifest, manifestIn, stopSeconds, unknownVariables } from "./manifests.ts";

const folder = fileURLToPath(new URL("../../deploy", import.meta.url));
const files = ["compose.yaml", "compose.embedded.yaml", "compose.failover.yaml"];

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

it("with a standby, the shop knows both servers, and starts when commits can wait for the standby", () => {
  const { services, configs } = manifestIn("compose.failover.yaml");
  const { "database-1": first, "database-2": second, migrate, shop } = services;
  expect(shop.environment.DATABASE_URL).toMatch(
    /@database-1:5432,database-2:5432\/shop\?target_session_attrs=read-write$/,
  );
  expect(migrate.depends_on).toEqual({ "database-2": { condition: "service_healthy" } });
  expect(shop.depends_on.migrate).toEqual({ condition: "service_completed_successfully" });
  const targets = [first, second].flatMap((database) => database.configs);
  expect(targets).toEqual([
    { source: "replication", target: "/docker-entrypoint-initdb.d/replication.sh" },
    { source: "standby", target: "/standby.sh" },
  ]);
  const script = (name: string) => readFileSync(join(folder, configs[name].file), "utf8");
  const [, waitsFor] = /synchronous_standby_names = '(\w+)'/.exec(script("replication"))!;
  expect(script("standby")).toContain(`cluster_name=${waitsFor}`);
});
