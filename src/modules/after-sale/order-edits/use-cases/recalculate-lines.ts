import { createHash } from "node:crypto";
import type { Tx } from "../../../../db/database.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { TaxCalculation, TaxLines } from "../../../../providers/ports/tax.ts";
import { type LockedOrder, orderAsCart } from "../../../orders/orders/index.ts";
import type { CartDeps } from "../../../selling/carts/index.ts";
import { chosenRates, readCartContext, usableTaxLines } from "../../../selling/carts/index.ts";
import { findEligibleProducts } from "../../../selling/discounts/index.ts";
import { replaceAdjustments, replaceLineTaxes } from "../../../selling/line-items/index.ts";
import { type TaxLine, withUniqueCodes } from "../../../selling/totals/index.ts";
import {
  adjustedLines,
  type ByLine,
  changedRates,
  goodsDiscountOf,
  linesToTax,
  ratesFromAnswer,
  ratesOfEdit,
  taxCalculationOf,
} from "../edited-lines.ts";
import type { EditWithOrder, LockedEdit } from "../order-edit.ts";
import { readEdit } from "../order-edit-store.ts";

/** The answers of the tax provider, by the hash of the calculation. */
export type TaxAnswers = Map<string, TaxLines>;

/** The tax provider must be called first, which is not allowed while rows are locked. */
export class TaxesNotKnown extends Error {
  constructor(
    readonly providerId: string,
    readonly calculation: TaxCalculation,
  ) {
    super("taxes are not known");
  }
}

const hashOf = (calculation: TaxCalculation) =>
  createHash("sha256").update(JSON.stringify(calculation)).digest("base64url");

/** Calls the tax provider for the calculation that the transaction needs. */
export async function callTaxProvider(
  { providers }: Pick<CartDeps, "providers">,
  { providerId, calculation }: TaxesNotKnown,
  answers: TaxAnswers,
): Promise<void> {
  const provider = providers.tax.find(providerId);
  if (!provider) throw invalid(`The tax provider ${providerId} is not installed`);
  const answer = await callProvider({ failure: "The taxes could not be calculated" }, async () =>
    usableTaxLines(await provider.taxLines(calculation)),
  );
  answers.set(hashOf(calculation), answer);
}

/** Computes and saves discounts and taxes after a change of lines. Returns the new state of the edit. */
export async function recalculateLines(
  { graph, providers }: Pick<CartDeps, "graph" | "providers">,
  tx: Tx,
  { order, editId, answers }: { order: LockedOrder; editId: string; answers: TaxAnswers },
): Promise<LockedEdit> {
  const edit = await readEdit(graph, tx, editId);
  const chosen = await choiceFor(providers, tx, { order, edit });
  const adjustments = adjustedLines(
    { order, edit },
    { eligible: await eligibleProducts(tx, order, edit), rates: discountRates({ order, edit }, chosen) },
  );
  await replaceAdjustments(tx, adjustments);
  const discounted = withLines(edit, (line) => ({ adjustments: [...(adjustments.get(line.id) ?? [])] }));
  const taxes = unique(chosen(taxesOf(order, discounted, answers)));
  await replaceLineTaxes(tx, changedRates(discounted, taxes));
  return withLines(discounted, (line) => ({ tax_lines: [...(taxes.get(line.id) ?? [])] }));
}

const withLines = (
  edit: LockedEdit,
  change: (line: LockedEdit["items"][number]) => Partial<LockedEdit["items"][number]>,
): LockedEdit => ({ ...edit, items: edit.items.map((line) => ({ ...line, ...change(line) })) });

async function eligibleProducts(tx: Tx, order: LockedOrder, edit: LockedEdit): Promise<Set<string>> {
  const discount = goodsDiscountOf(order);
  if (!discount) return new Set();
  const productIds = [...new Set(edit.items.flatMap(({ variant }) => variant?.product_id ?? []))];
  return findEligibleProducts(tx, { ruleId: discount.rule.id, productIds });
}

function taxesOf(order: LockedOrder, edit: LockedEdit, answers: TaxAnswers): ByLine<TaxLine> {
  const rates = ratesOfEdit({ order, edit });
  const lines = linesToTax({ order, edit });
  const providerId = order.region.tax_provider_id;
  if (providerId === null || lines.length === 0) return rates;
  const calculation = taxCalculationOf({ order, edit });
  const answer = answers.get(hashOf(calculation));
  if (!answer) throw new TaxesNotKnown(providerId, calculation);
  return ratesFromAnswer(rates, { lines, answer });
}

type TaxChoice = (rates: ByLine<TaxLine>) => ByLine<TaxLine>;
type Edited = Pick<EditWithOrder, "order" | "edit">;

/** The choice of a plugin for the lines that are taxed anew. */
async function choiceFor(
  { rules }: CartDeps["providers"],
  tx: Tx,
  { order, edit }: Edited,
): Promise<TaxChoice> {
  if (!rules.chooses("taxLines")) return (rates) => rates;
  const { customer } = await readCartContext(tx, {
    regionId: order.region_id,
    salesChannelId: order.sales_channel_id,
    customerId: order.customer_id,
  });
  const cart = () =>
    orderAsCart(order, {
      type: "order_edit",
      lines: edit.items.map((line) => ({ ...line, product_id: line.variant?.product_id ?? null })),
      address: edit.$tax_facts.shipping_address,
      customerGroupIds: customer?.group_ids ?? [],
    });
  const open = { lines: linesToTax({ order, edit }).map(({ id }) => id), shipping: [] };
  const shipping = new Map(order.shipping_methods.map(({ id, tax_lines }) => [id, tax_lines]));
  return (lines) => chosenRates(rules, { cart, orderId: order.id, taxes: { lines, shipping }, open }).lines;
}

/** What a discount is computed with where prices contain taxes: not the answer of a tax service, as in v1. */
function discountRates({ order, edit }: Edited, chosen: TaxChoice): ByLine<TaxLine> {
  const rates = ratesOfEdit({ order, edit });
  const hasDiscount = goodsDiscountOf(order) !== undefined;
  return hasDiscount && order.region.tax_provider_id === null ? chosen(rates) : rates;
}

const unique = (rates: ByLine<TaxLine>): ByLine<TaxLine> =>
  new Map([...rates].map(([id, all]) => [id, withUniqueCodes(all)]));
