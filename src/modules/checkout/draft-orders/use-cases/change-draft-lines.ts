import {
  type CartDeps,
  changePromisedLine,
  type PromisedLine,
  type PromisedLineChange,
  promiseLine,
  takeBackLine,
} from "../../../selling/carts/index.ts";
import { asChangeOf, cartOfOpenDraft } from "./open-draft.ts";

const changing = async (deps: CartDeps, id: string) => ({
  cartId: await cartOfOpenDraft(deps.db, id, "update"),
  also: asChangeOf(id),
});

export async function addDraftLine(deps: CartDeps, id: string, wanted: PromisedLine): Promise<void> {
  await promiseLine(deps, { ...(await changing(deps, id)), wanted });
}

export async function changeDraftLine(deps: CartDeps, id: string, change: PromisedLineChange): Promise<void> {
  await changePromisedLine(deps, { ...(await changing(deps, id)), change });
}

export async function removeDraftLine(deps: CartDeps, id: string, lineId: string): Promise<void> {
  await takeBackLine(deps, { ...(await changing(deps, id)), lineId });
}
