import { refuseTaxUnknownToV1 } from "../../../db/adoption.ts";
import type { Db } from "../../../db/database.ts";
import { recordUpdate } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { invalid } from "../../../kernel/refusal.ts";
import { callProvider } from "../../../providers/call-provider.ts";
import type { FulfillmentProvider } from "../../../providers/ports/fulfillment.ts";
import type { ProviderRegistry } from "../../../providers/registry.ts";
import { shippingEvents } from "./events.ts";
import {
  type NewShippingOption,
  optionFrom,
  requirementsFrom,
  type ShippingOption,
  type ShippingOptionChanges,
  withChanges,
} from "./shipping-option.ts";
import {
  checkCarrierServesRegion,
  deleteOptionRow,
  findService,
  insertOption,
  lockOption,
  lockRegionOfCarrierShared,
  saveOption,
} from "./shipping-option-store.ts";
import { lockProfileShared } from "./shipping-profile-store.ts";

interface Deps {
  db: Db;
  providers: ProviderRegistry;
}

/** Calls the carrier before the transaction. The transaction checks region and profile again under locks. */
export async function createShippingOption(
  { db, providers }: Deps,
  input: NewShippingOption,
): Promise<string> {
  const requirements = requirementsFrom(input.requirements ?? [], [], () => newId("sor"));
  const option = optionFrom(newId("so"), input, requirements);
  await checkCarrierServesRegion(db, option);
  if (option.price_type === "calculated") await checkCanCalculate(providers, option);
  await checkIsValid(providers, option);
  await inTransaction(db, async (tx) => {
    await lockRegionOfCarrierShared(tx, option);
    const profileId = await lockProfileShared(tx, input.profile_id || undefined);
    await refuseTaxUnknownToV1(tx, input);
    await insertOption(tx, { ...option, profile_id: profileId });
    await shippingEvents.announce(tx, "shipping-option.created", { id: option.id });
  });
  return option.id;
}

export async function updateShippingOption(
  { db, providers }: Deps,
  id: string,
  changes: ShippingOptionChanges,
): Promise<void> {
  if (changes.price_type === "calculated") await checkCanCalculate(providers, await findService(db, id));
  await inTransaction(db, async (tx) => {
    const option = await lockOption(tx, id);
    const requirements = requirementsFrom(changes.requirements, option.requirements, () => newId("sor"));
    const next = withChanges(option, changes, requirements);
    await refuseTaxUnknownToV1(tx, changes);
    await saveOption(tx, next);
    recordUpdate(tx, option, next);
    await shippingEvents.announce(tx, "shipping-option.updated", { id, fields: Object.keys(changes) });
  });
}

/** An unknown option counts as deleted. Carts and orders with the option keep their price. */
export const deleteShippingOption = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { wasThere } = await deleteOptionRow(tx, id);
    if (wasThere) await shippingEvents.announce(tx, "shipping-option.deleted", { id });
  });

type Service = Pick<ShippingOption, "provider_id" | "data">;

const checkCanCalculate = (providers: ProviderRegistry, service: Service): Promise<void> =>
  checkWithCarrier(providers, service, {
    call: (carrier) => carrier.canCalculate(service.data),
    refusal: "The fulfillment provider cannot calculate prices for this option",
  });

const checkIsValid = (providers: ProviderRegistry, service: Service): Promise<void> =>
  checkWithCarrier(providers, service, {
    call: (carrier) => carrier.validateOption(service.data),
    refusal: "The fulfillment provider cannot validate the shipping option",
  });

interface CarrierCheck {
  call: (carrier: FulfillmentProvider) => boolean | Promise<boolean>;
  refusal: string;
}

async function checkWithCarrier(
  providers: ProviderRegistry,
  service: Service,
  { call, refusal }: CarrierCheck,
): Promise<void> {
  const carrier = carrierOf(providers, service);
  if (!(await callProvider({ failure: refusal }, () => call(carrier)))) throw invalid(refusal);
}

function carrierOf(providers: ProviderRegistry, { provider_id }: Service): FulfillmentProvider {
  const carrier = providers.fulfillment.find(provider_id);
  if (!carrier) throw invalid(`The fulfillment provider ${provider_id} is not installed`);
  return carrier;
}
