import { adopt } from "./adopting.ts";
import { continueOldRows } from "./old-rows.ts";
import { accountsIn, liveMeanwhile, lockedOut, type Meanwhile } from "./people.ts";
import type { Proof } from "./proof.ts";
import { questionsFor } from "./questions.ts";
import { answersOf, type Recorded, recordingOf } from "./recording.ts";
import { changesBetween, columnsOf, contentOf } from "./rows.ts";
import { schemaDifferences } from "./schema.ts";
import { startTradewind, startV1 } from "./servers.ts";
import type { Shape } from "./shapes.ts";
import { v1Again } from "./v1-again.ts";
import { described, verdictOn } from "./verdict.ts";

interface Made {
  shape: Shape;
  /** The database as v1 has made it. */
  name: string;
  recorded: Recorded[];
}

/** What v1 answers before the adoption; asked of a copy, because v1 writes while it reads. */
export async function recordShape(
  proof: Proof,
  { shape, name }: { shape: Shape; name: string },
  most: number,
): Promise<Made> {
  const url = await proof.databases.create("read_by_v1", name);
  const questions = await questionsFor(url, most);
  const recorded = await recordingOf(name, questions, () => startV1(proof, shape.kind, { url }));
  await proof.databases.drop("read_by_v1");
  return { shape, name, recorded };
}

/** Adopts a copy, compares its schema and its rows, lets others work with it, and undoes the adoption. */
export async function proveSchema(
  proof: Proof,
  { shape, name, freshUrl }: { shape: Shape; name: string; freshUrl: string },
  work: { adopted?(url: string): Promise<void>; undone?(url: string): Promise<void> } = {},
): Promise<void> {
  const before = proof.databases.urlOf(name);
  const url = await proof.databases.create(`adopted_${shape.name}`, name);
  const columns = await columnsOf(before);
  const content = await contentOf(before, columns);
  const say = (text: string) => `${shape.name}: ${text}`;
  await proof.step(say("adopted"), async () => void (await adopt(proof, url, "--yes")));
  await proof.step(say("the schema is that of a new shop"), () => schemaDifferences(url, freshUrl));
  await proof.step(say("every row of v1 is as it was, with its counts and sums"), async () =>
    changesBetween(content, await contentOf(url, columns)),
  );
  await work.adopted?.(url);
  await proof.step(say("undone"), async () => void (await adopt(proof, url, "--undo", "--accept-losses")));
  await proof.step(say("the schema is v1's again"), () => schemaDifferences(url, before));
  await work.undone?.(url);
  await proof.databases.drop(`adopted_${shape.name}`);
}

/** The same, and in between Tradewind and v1 serve the shop one after the other. */
export async function proveShape(proof: Proof, made: Made, freshUrl: string): Promise<void> {
  const { shape, name, recorded } = made;
  const say = (text: string) => `${shape.name}: ${text}`;
  const accounts = await accountsIn(proof.databases.urlOf(name));
  let meanwhile: Meanwhile = { accounts, changedId: "", orders: [], soldId: "" };
  const again = (url: string) => v1Again(proof, { kind: shape.kind, url }, { recorded, meanwhile });
  const serve = async (url: string): Promise<string[]> => {
    const server = await startTradewind(proof, url);
    try {
      const questions = recorded.map(({ question }) => question);
      const verdict = verdictOn(recorded, await answersOf(server, questions));
      console.log(described(verdict));
      const locked = await lockedOut(server, accounts);
      if (shape.orders > 0) meanwhile = await liveMeanwhile(server, accounts);
      return [...verdict.findings.map(({ question }) => `${question.path} is answered otherwise`), ...locked];
    } finally {
      await server.stop();
    }
  };
  await proveSchema(
    proof,
    { shape, name, freshUrl },
    {
      async adopted(url) {
        await proof.step(say(`Tradewind answers ${recorded.length} questions as v1 did`), () => serve(url));
        await proof.step(say("v1 runs on it, reads every order, and everybody logs in"), () => again(url));
      },
      async undone(url) {
        await proof.step(say("v1 runs on it after the undo, with the orders made meanwhile"), () =>
          again(url),
        );
      },
    },
  );
}

/** Rows of v1 go on under Tradewind: carts become orders, orders are paid, sent, taken back. */
export async function proveOldRows(proof: Proof, shape: Shape, name: string): Promise<void> {
  const url = await proof.databases.create("gone_on", name);
  await adopt(proof, url, "--yes");
  await proof.step(`${shape.name}: orders, drafts and carts of v1 go on`, async () => {
    const server = await startTradewind(proof, url);
    return continueOldRows(server, url).finally(() => server.stop());
  });
  await proof.databases.drop("gone_on");
}
