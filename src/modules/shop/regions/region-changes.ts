import { refuseTaxUnknownToV1 } from "../../../db/adoption.ts";
import type { Db, Tx } from "../../../db/database.ts";
import { recordUpdate } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { invalid, Refusal } from "../../../kernel/refusal.ts";
import { lockStoreCurrencyShared } from "../store/index.ts";
import { regionEvents } from "./events.ts";
import {
  currencyNotOfStore,
  type NewRegion,
  type ProviderKind,
  providerName,
  type Region,
  type RegionAssignments,
  type RegionChanges,
  regionFrom,
  taxProviderNotFound,
  withChanges,
} from "./region.ts";
import {
  addProviders,
  claimCountries,
  findUnknownProvider,
  releaseAllCountries,
  releaseCountry,
  removeProviders,
  replaceCountries,
  replaceProviders,
} from "./region-assignments-store.ts";
import {
  deleteRegionRow,
  insertRegion,
  isTaxProviderInstalled,
  lockRegion,
  regionFields,
  saveRegion,
  touchRegion,
} from "./region-store.ts";

export const createRegion = ({ db }: { db: Db }, input: NewRegion): Promise<string> =>
  inTransaction(db, async (tx) => {
    const region = regionFrom(newId("reg"), input);
    if (!(await lockStoreCurrencyShared(tx, region.currency_code)))
      throw currencyNotOfStore(region.currency_code);
    await refuseTaxUnknownToV1(tx, input);
    await insertRegion(tx, region);
    await regionFields.save(tx, region.id, input.custom_fields);
    await saveAssignments(tx, region.id, input);
    await regionEvents.announce(tx, "region.created", { id: region.id });
    return region.id;
  });

export const updateRegion = ({ db }: { db: Db }, id: string, changes: RegionChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const region = await lockRegion(tx, id);
    const next = withChanges(region, changes);
    await checkReferences(tx, region, next);
    await refuseTaxUnknownToV1(tx, changes);
    await saveRegion(tx, next);
    await regionFields.save(tx, id, changes.custom_fields);
    recordUpdate(tx, region, next);
    await saveAssignments(tx, id, changes);
    await regionEvents.announce(tx, "region.updated", { id, fields: Object.keys(changes) });
  });

/** Checks only changed references: an unchanged one may refer to a removed currency or provider. */
async function checkReferences(tx: Tx, region: Region, { currency_code, tax_provider_id }: Region) {
  if (currency_code !== region.currency_code && !(await lockStoreCurrencyShared(tx, currency_code))) {
    throw currencyNotOfStore(currency_code);
  }
  const isNewProvider = tax_provider_id !== null && tax_provider_id !== region.tax_provider_id;
  if (isNewProvider && !(await isTaxProviderInstalled(tx, tax_provider_id))) {
    throw taxProviderNotFound(tax_provider_id);
  }
}

/** A soft delete: existing orders still refer to the region. Its countries become free for other regions. */
export const deleteRegion = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await deleteRegionRow(tx, id);
    await releaseAllCountries(tx, id);
    await regionEvents.announce(tx, "region.deleted", { id });
  });

/** Replaces the assignments that were sent; the others stay unchanged. */
export async function saveAssignments(
  tx: Tx,
  regionId: string,
  assignments: Partial<RegionAssignments>,
): Promise<void> {
  await saveProviders(tx, regionId, { kind: "payment", ids: assignments.payment_providers });
  await saveProviders(tx, regionId, { kind: "fulfillment", ids: assignments.fulfillment_providers });
  if (assignments.countries) await replaceCountries(tx, regionId, assignments.countries);
}

async function saveProviders(
  tx: Tx,
  regionId: string,
  { kind, ids }: { kind: ProviderKind; ids: string[] | undefined },
): Promise<void> {
  if (!ids) return;
  const unknown = await findUnknownProvider(tx, { kind, regionId, ids });
  if (unknown !== null) throw invalid(`${providerName[kind]} not found: ${unknown}`);
  await replaceProviders(tx, { kind, regionId, ids });
}

interface AssignmentTarget {
  regionId: string;
  assignment: keyof RegionAssignments;
}

/** Announces the change only if `change` returns true. */
export const changeAssignment = (
  db: Db,
  { regionId, assignment }: AssignmentTarget,
  change: (tx: Tx) => Promise<boolean>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockRegion(tx, regionId);
    if (!(await change(tx))) return;
    await touchRegion(tx, regionId);
    await regionEvents.announce(tx, "region.updated", { id: regionId, fields: [assignment] });
  });

interface RegionCountry {
  regionId: string;
  countryCode: string;
}

/** Has no effect if the country is already in the region. */
export const addRegionCountry = (
  { db }: { db: Db },
  { regionId, countryCode }: RegionCountry,
): Promise<void> =>
  changeAssignment(db, { regionId, assignment: "countries" }, (tx: Tx) =>
    claimCountries(tx, regionId, [countryCode]),
  );

/** Has no effect if the country is not in the region. */
export const removeRegionCountry = (
  { db }: { db: Db },
  { regionId, countryCode }: RegionCountry,
): Promise<void> =>
  changeAssignment(db, { regionId, assignment: "countries" }, (tx: Tx) =>
    releaseCountry(tx, regionId, countryCode),
  );

interface RegionProvider {
  regionId: string;
  kind: ProviderKind;
  providerId: string;
}

const assignmentOf = { payment: "payment_providers", fulfillment: "fulfillment_providers" } as const;

/** Has no effect if the region already has the provider. */
export const addRegionProvider = (
  { db }: { db: Db },
  { regionId, kind, providerId }: RegionProvider,
): Promise<void> =>
  changeAssignment(db, { regionId, assignment: assignmentOf[kind] }, async (tx) => {
    const change = { kind, regionId, ids: [providerId] };
    const unknown = await findUnknownProvider(tx, change);
    if (unknown !== null) throw new Refusal("not_found", `${providerName[kind]} ${unknown} was not found`);
    return addProviders(tx, change);
  });

/** Has no effect if the region does not have the provider. */
export const removeRegionProvider = (
  { db }: { db: Db },
  { regionId, kind, providerId }: RegionProvider,
): Promise<void> =>
  changeAssignment(db, { regionId, assignment: assignmentOf[kind] }, (tx) =>
    removeProviders(tx, { kind, regionId, ids: [providerId] }),
  );
