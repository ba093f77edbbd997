import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { routesIn } from "../support/checks/routes-in.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { runTradewind } from "../support/servers/process.ts";
import { readDockerfile } from "./image/dockerfile.ts";
import { checkValues, fieldMistakes } from "./kubernetes-schema.ts";
import { type Manifest, manifestIn, manifestsIn, stopSeconds, unknownVariables } from "./manifests.ts";

const folder = fileURLToPath(new URL("../../deploy", import.meta.url));
const read = (path: string) => readFileSync(join(folder, path), "utf8");

const base = manifestIn("kubernetes/base/kustomization.yaml");
const example = manifestIn("kubernetes/example/kustomization.yaml");
const manifests: Manifest[] = base.resources.flatMap((file: string) =>
  manifestsIn(`kubernetes/base/${file}`),
);
const the = (kind: string): Manifest => manifests.find((manifest) => manifest.kind === kind)!;
const deployment = the("Deployment");
const [container] = deployment.spec.template.spec.containers;
const pods = [deployment, the("Job")].map(({ spec }) => spec.template.spec);

/** NAME=value lines, as literals of a generator have them. */
const valuesIn = (literals: string[]) =>
  Object.fromEntries(literals.map((line) => line.split(/=(.*)/s, 2) as [string, string]));
const settings = valuesIn([
  ...base.configMapGenerator[0].literals,
  ...example.configMapGenerator[0].literals,
]);
const secretNames = read("kubernetes/example/secrets.env.example").match(/^\w+(?==)/gm)!;

const open: { path: string; pathType: string }[] = the("Ingress").spec.rules[0].http.paths;
const isOpen = (asked: string) =>
  open.some(
    ({ path, pathType }) => asked === path || (pathType === "Prefix" && asked.startsWith(`${path}/`)),
  );

describe("the manifests for Kubernetes", () => {
  it("are all in the kustomization, which has no others", () => {
    const files = readdirSync(join(folder, "kubernetes/base"));
    expect([...base.resources, "kustomization.yaml"].sort()).toEqual(files.sort());
    for (const path of example.resources)
      expect(existsSync(join(folder, "kubernetes/example", path, "kustomization.yaml"))).toBe(true);
    for (const { kind, apiVersion } of [base, example])
      expect(`${apiVersion} ${kind}`).toBe("kustomize.config.k8s.io/v1beta1 Kustomization");
  });

  it.each(manifests.map((manifest) => [manifest.kind, manifest] as const))(
    "follow the schema of Kubernetes: %s",
    async (_, manifest) => {
      await checkValues(manifest);
    },
  );

  it("have no misspelt fields", () => {
    expect(fieldMistakes(manifests)).toBe("");
    const misspelt = structuredClone(deployment);
    misspelt.spec.template.spec.containers[0].readynessProbe = {};
    expect(fieldMistakes([misspelt])).toContain("readynessProbe");
  });

  it("select the pods of the deployment", () => {
    const { labels } = deployment.spec.template.metadata;
    const selectors = [
      deployment.spec.selector.matchLabels,
      the("Service").spec.selector,
      the("PodDisruptionBudget").spec.selector.matchLabels,
      the("NetworkPolicy").spec.podSelector.matchLabels,
    ];
    for (const selector of selectors) expect(labels).toMatchObject(selector);
    expect(the("Job").spec.template.metadata.labels).not.toMatchObject(the("Service").spec.selector);
  });

  it("run as the user of the image, without rights, on a root that cannot be written to", () => {
    const { USER, VOLUME } = readDockerfile(read("Dockerfile")).at(-1)!.settings;
    const [uid, gid] = USER!.split(":").map(Number);
    for (const pod of pods) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: uid, runAsGroup: gid });
      expect(pod.automountServiceAccountToken).toBe(false);
      for (const { securityContext, volumeMounts } of pod.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(volumeMounts).toContainEqual({ name: "data", mountPath: VOLUME, readOnly: true });
      }
    }
  });

  it("have probes for the start, the process and its readiness", () => {
    const { startupProbe, livenessProbe, readinessProbe, ports } = container;
    expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe.httpGet.path)).toEqual([
      "/health",
      "/health",
      "/ready",
    ]);
    expect(ports).toEqual([{ name: "http", containerPort: 9000 }]);
    const noticed = readinessProbe.periodSeconds * readinessProbe.failureThreshold;
    expect(noticed).toBeLessThan(Number(settings["TRADEWIND_DRAIN_SECONDS"]));
  });

  it("leave enough time to stop", () => {
    const seconds = stopSeconds(Number(settings["TRADEWIND_DRAIN_SECONDS"]));
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds);
  });

  it("use settings that exist, and have no secrets", () => {
    expect(unknownVariables([...Object.keys(settings), ...secretNames])).toEqual([]);
    expect(Object.keys(settings).filter((name) => secretNames.includes(name))).toEqual([]);
    expect(read("kubernetes/example/secrets.env.example")).not.toMatch(/^\w+=.+/m);
    expect(example.secretGenerator[0].envs).toEqual(["secrets.env"]);
    for (const { containers } of pods)
      expect(containers[0].envFrom).toEqual([
        { configMapRef: { name: base.configMapGenerator[0].name } },
        { secretRef: { name: example.secretGenerator[0].name } },
      ]);
  });

  it("let visitors reach every operation, and not the metrics", () => {
    const { paths } = JSON.parse(read("../docs/openapi.json"));
    expect(Object.keys(paths).filter((path) => !isOpen(path))).toEqual(["/health", "/ready"]);
    expect(isOpen("/metrics")).toBe(false);
  });
});

const { it: inShop, shop } = withShop();

inShop("the autoscaler uses a metric that the adapter makes of one of ours", async () => {
  const [rule] = manifestIn("kubernetes/prometheus-adapter.yaml").rules.custom;
  const [metric] = the("HorizontalPodAutoscaler").spec.metrics.filter(
    ({ type }: Manifest) => type === "Pods",
  );
  expect(metric.pods.metric.name).toBe(rule.name.as);
  const [series] = rule.seriesQuery.split("{");
  const text = await (await fetch(`${shop.baseUrl}/metrics`)).text();
  expect(text).toMatch(new RegExp(`^${series}\\{`, "m"));
});

inShop("the ingress opens what the server serves, but for what is named here", () => {
  // The wildcards are for other methods and for what is not found.
  const served = routesIn(shop.app.printRoutes({ commonPrefix: false })).filter(
    (path) => !path.endsWith("*"),
  );
  const closed = [...new Set(served.filter((path) => !isOpen(path)))].sort();
  expect(closed).toEqual(["/", "/demo/pictures/:file", "/favicon.ico", "/health", "/metrics", "/ready"]);
});

inShop("a pod needs no folder to write to, and without a database it is refused", async () => {
  const unwritable = { TRADEWIND_DATA_DIR: "/dev/null/data" };
  const secret = { TRADEWIND_JWT_SECRET: "s".repeat(40) };
  const onDatabase = { ...unwritable, ...secret, DATABASE_URL: shop.databaseUrl };
  expect(await runTradewind(["migrate"], onDatabase)).toMatchObject({ code: 0 });
  const refused = await runTradewind(["start", "--port", "0"], {
    ...unwritable,
    ...secret,
    DATABASE_URL: "",
  });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("/dev/null/data");
});

describe("the manifests with a database that survives a machine", () => {
  const failover = manifestIn("kubernetes/failover/kustomization.yaml");
  const database = manifestIn("kubernetes/failover/database.yaml");
  const [patch] = manifestIn("kubernetes/failover/database-url.yaml");

  it("use the example and what is beside them", () => {
    expect(failover.namespace).toBe(example.namespace);
    expect(failover.resources).toEqual(["../example", "database.yaml"]);
    expect(readdirSync(join(folder, "kubernetes/failover")).sort()).toEqual([
      "database-url.yaml",
      "database.yaml",
      "kustomization.yaml",
    ]);
  });

  it("give pods and migrations the address of the primary, from the secret of the operator", () => {
    const [{ path, target }] = failover.patches;
    expect(path).toBe("database-url.yaml");
    const patched = manifests.filter(({ kind }) => new RegExp(`^${target.kind}$`).test(kind));
    expect(patched.map(({ kind }) => kind).sort()).toEqual(["Deployment", "Job"]);
    expect(patch).toMatchObject({ op: "add", path: "/spec/template/spec/containers/0/env" });
    // It adds a list; there must be none before.
    for (const { spec } of patched) expect(spec.template.spec.containers[0]).not.toHaveProperty("env");
    const [{ name, valueFrom }] = patch.value;
    expect(unknownVariables([name])).toEqual([]);
    expect(valueFrom.secretKeyRef).toEqual({ name: `${database.metadata.name}-app`, key: "uri" });
    const whole = structuredClone(deployment);
    whole.spec.template.spec.containers[0].env = patch.value;
    expect(fieldMistakes([whole])).toBe("");
  });

  it("have a standby that each commit waits for, on another machine", () => {
    const { instances, postgresql, affinity } = database.spec;
    expect(instances).toBeGreaterThan(2);
    expect(postgresql.synchronous).toEqual({ method: "any", number: 1, dataDurability: "required" });
    expect(affinity).toEqual({ podAntiAffinityType: "required", topologyKey: "kubernetes.io/hostname" });
  });
});
