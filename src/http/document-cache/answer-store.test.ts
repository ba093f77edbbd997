import { expect, it } from "vitest";
import { AnswerStore, type StoredAnswer } from "./answer-store.ts";

const KB = 1024;
const at = { snapshot: "1:1:", run: "1", from: 0, until: 1 };
const answer = (key: string, bytes = 10): StoredAnswer => ({
  key,
  json: Buffer.alloc(bytes),
  etag: "",
  subjects: ["mug"],
  at,
});

/** A store whose table is asked to fail, or to wait. */
function aStore() {
  const table = { written: [] as StoredAnswer[], trims: 0, isDown: false, ready: Promise.resolve() };
  const store = new AnswerStore(
    { bytes: 1000 * KB, version: "1" },
    {
      read: () => Promise.reject(new Error("down")),
      async write(answers) {
        await table.ready;
        if (table.isDown) throw new Error("down");
        table.written.push(...answers);
      },
      async trim() {
        table.trims++;
      },
    },
  );
  return { store, table };
}

it("stores answers with all that they depend on, before it stops", async () => {
  const { store, table } = aStore();
  for (let number = 0; number < 120; number++) store.add(answer(String(number)));
  await store.stop();
  expect(table.written.length).toBe(120);
  expect(table.written[0]!.subjects).toEqual(["catalogue", "mug"]);
});

it("leaves out large answers, and those that come faster than they are written", async () => {
  const { store, table } = aStore();
  let letGo = () => {};
  table.ready = new Promise((resolve) => {
    letGo = resolve;
  });
  store.add(answer("large", 300 * KB));
  for (let number = 0; number < 100; number++) store.add(answer(String(number), 200 * KB));
  letGo();
  await store.stop();
  expect(table.written.map(({ key }) => key)).toEqual(
    Array.from({ length: 40 }, (_, number) => String(number)),
  );
  store.add(answer("later"));
  await store.stop();
  expect(table.written.at(-1)!.key).toBe("later");
});

it("deletes the oldest after each tenth of what it may have", async () => {
  const { store, table } = aStore();
  for (let number = 0; number < 5; number++) {
    store.add(answer(String(number), 60 * KB));
    await store.stop();
  }
  expect(table.trims).toBe(3);
});

it("goes on after the database was away, and has nothing while it is", async () => {
  const { store, table } = aStore();
  table.isDown = true;
  store.add(answer("lost"));
  await store.stop();
  expect(await store.read(["lost"])).toEqual(new Map());
  table.isDown = false;
  store.add(answer("next"));
  await store.stop();
  expect(table.written.map(({ key }) => key)).toEqual(["next"]);
});
