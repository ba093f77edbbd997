import { notAllowed, Refusal } from "../../../kernel/refusal.ts";

/** The stock of one item at one location. */
export interface LevelKey {
  itemId: string;
  locationId: string;
}

export interface NewLevel {
  location_id: string;
  stocked_quantity: number;
  incoming_quantity?: number;
}

export type LevelChanges = Partial<Pick<NewLevel, "stocked_quantity" | "incoming_quantity">>;

export const unknownLevel = ({ itemId, locationId }: LevelKey) =>
  new Refusal("not_found", `Inventory level for item ${itemId} and location ${locationId} not found`);

export const unknownLocation = (id: string) =>
  new Refusal("not_found", `StockLocation with id ${id} was not found`);

export const levelInUse = ({ itemId, locationId }: LevelKey) =>
  notAllowed(
    `Cannot remove Inventory Level ${itemId} at Location ${locationId} because there are reservations at location`,
  );

export const notStocked = ({ itemId, locationId }: LevelKey) =>
  new Refusal("not_found", `Item ${itemId} is not stocked at location ${locationId}`);

export const notEnough = ({ itemId, locationId }: LevelKey) =>
  notAllowed(
    `Not enough stock available for item ${itemId} at location ${locationId}`,
    "insufficient_inventory",
  );
