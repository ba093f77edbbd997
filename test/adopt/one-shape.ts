import { adopt } from "./adopting.ts";
import { continueOldRows } from "./old-rows.ts";
import { accountsIn, liveMeanwhile, lockedOut, type Meanwhile } from "./people.ts";
import type { Proof } from "./proof.ts";
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
export async function recordShape(proof: Proof, shape: Shape, name: string): Promise<Made> {
  const url = await proof.databases.create("read_by_v1", name);
  const recorded = await recordingOf(name, url, () => startV1(proof, shape.kind, url));
  await proof.databases.drop("read_by_v1");
  return { shape, name, recorded };
}

/** Adopts a copy, compares all that can be compared, goes back to v1, and undoes the adoption. */
export async function proveShape(proof: Proof, made: Made, freshUrl: string): Promise<void> {
  const { shape, name, recorded } = made;
  const { kind } = shape;
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
  let meanwhile: Meanwhile = { accounts: await accountsIn(before), changedId: "", orders: [] };
  await proof.step(say(`Tradewind answers ${recorded.length} questions as v1 did`), async () => {
    const server = await startTradewind(proof, url);
    try {
      const verdict = verdictOn(
        recorded,
        await answersOf(
          server,
          recorded.map(({ question }) => question),
        ),
      );
      console.log(described(verdict));
      const locked = await lockedOut(server, meanwhile.accounts);
      if (shape.orders > 0) meanwhile = await liveMeanwhile(server, meanwhile.accounts);
      return [...verdict.findings.map(({ question }) => `${question.path} is answered otherwise`), ...locked];
    } finally {
      await server.stop();
    }
  });
  await proof.step(say("v1 runs on it, reads every order, and everybody logs in"), () =>
    v1Again(proof, { kind, url }, { recorded, meanwhile }),
  );
  await proof.step(say("undone"), async () => void (await adopt(proof, url, "--undo")));
  await proof.step(say("the schema is v1's again"), () => schemaDifferences(url, before));
  await proof.step(say("v1 runs on it after the undo, with the orders made meanwhile"), () =>
    v1Again(proof, { kind, url }, { recorded, meanwhile }),
  );
  await proof.databases.drop(`adopted_${shape.name}`);
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
