import { createHash } from "node:crypto";
import type { Tx } from "../../../../db/database.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { TaxCalculation, TaxLines } from "../../../../providers/ports/tax.ts";
import type { OrderInWork } from "../../../orders/orders/index.ts";
import { usableTaxLines } from "../../../selling/carts/index.ts";
import { findEligibleProducts } from "../../../selling/discounts/index.ts";
import { replaceAdjustments, replaceLineTaxes } from "../../../selling/line-items/index.ts";
import { type TaxLine, withUniqueCodes } from "../../../selling/totals/index.ts";
import {
  adjustedLines,
  type ByLine,
  goodsDiscountOf,
  linesToTax,
  ratesOfEdit,
  wronglyTaxed,
} from "../edited-lines.ts";
import type { EditInWork } from "../order-edit.ts";
import { readEdit } from "../order-edit-store.ts";
import { ratesFromAnswer, taxQuestionOf } from "../tax-question.ts";
import type { EditDeps } from "./deps.ts";

/** What a tax service has answered, by what it was asked. */
export type TaxAnswers = Map<string, TaxLines>;

/** A tax service has to be asked first, which is not done while rows are locked. */
export class TaxesNotKnown extends Error {
  constructor(
    readonly providerId: string,
    readonly question: TaxCalculation,
  ) {
    super("taxes are not known");
  }
}

const keyOf = (question: TaxCalculation) =>
  createHash("sha256").update(JSON.stringify(question)).digest("base64url");

/** Asks the tax service for what a transaction did not know. */
export async function askForTaxes(
  { providers }: Pick<EditDeps, "providers">,
  { providerId, question }: TaxesNotKnown,
  answers: TaxAnswers,
): Promise<void> {
  const provider = providers.tax.find(providerId);
  if (!provider) throw invalid(`The tax provider ${providerId} is not installed`);
  const answer = await callProvider({ failure: "The taxes could not be calculated" }, async () =>
    usableTaxLines(await provider.taxLines(question)),
  );
  answers.set(keyOf(question), answer);
}

/** Discounts and taxes of an edit whose lines have changed; the edit as it is then. */
export async function settleLines(
  { graph }: Pick<EditDeps, "graph">,
  tx: Tx,
  { order, editId, answers }: { order: OrderInWork; editId: string; answers: TaxAnswers },
): Promise<EditInWork> {
  const edit = await readEdit(graph, tx, editId);
  const adjustments = adjustedLines({ order, edit }, await eligibleProducts(tx, order, edit));
  await replaceAdjustments(tx, adjustments);
  const discounted = withLines(edit, (line) => ({ adjustments: [...(adjustments.get(line.id) ?? [])] }));
  const taxes = taxesOf(order, discounted, answers);
  await replaceLineTaxes(tx, wronglyTaxed(discounted, taxes));
  return withLines(discounted, (line) => ({ tax_lines: [...(taxes.get(line.id) ?? [])] }));
}

const withLines = (
  edit: EditInWork,
  change: (line: EditInWork["items"][number]) => Partial<EditInWork["items"][number]>,
): EditInWork => ({ ...edit, items: edit.items.map((line) => ({ ...line, ...change(line) })) });

async function eligibleProducts(tx: Tx, order: OrderInWork, edit: EditInWork): Promise<Set<string>> {
  const discount = goodsDiscountOf(order);
  if (!discount) return new Set();
  const productIds = [...new Set(edit.items.flatMap(({ variant }) => variant?.product_id ?? []))];
  return findEligibleProducts(tx, { ruleId: discount.rule.id, productIds });
}

function taxesOf(order: OrderInWork, edit: EditInWork, answers: TaxAnswers): ByLine<TaxLine> {
  const rates = ratesOfEdit({ order, edit });
  const lines = linesToTax({ order, edit });
  const providerId = order.region.tax_provider_id;
  if (providerId === null || lines.length === 0) return unique(rates);
  const question = taxQuestionOf({ order, edit });
  const answer = answers.get(keyOf(question));
  if (!answer) throw new TaxesNotKnown(providerId, question);
  return unique(ratesFromAnswer(rates, { lines, answer }));
}

const unique = (rates: ByLine<TaxLine>): ByLine<TaxLine> =>
  new Map([...rates].map(([id, all]) => [id, withUniqueCodes(all)]));
