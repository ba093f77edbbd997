import { describe, expect, it } from "vitest";
import { refusalFor } from "../../../kernel/guards.ts";
import { type EditAction, type EditState, editGuards } from "./order-edit-state.ts";

const anEdit = (details: Partial<EditState> = {}): EditState => ({
  id: "oe_1",
  status: "created",
  hasChanges: true,
  differenceDue: 1000,
  authorized: 0,
  covered: details.authorized ?? 0,
  captured: 0,
  ...details,
});

/** Every state that an edit can be in. */
const states = {
  "created without changes": anEdit({ hasChanges: false, differenceDue: 0 }),
  created: anEdit(),
  requested: anEdit({ status: "requested" }),
  "requested, nothing to pay": anEdit({ status: "requested", differenceDue: -500 }),
  "requested, paid in part": anEdit({ status: "requested", authorized: 400 }),
  "requested and paid": anEdit({ status: "requested", authorized: 1000 }),
  "requested and captured": anEdit({ status: "requested", authorized: 1000, captured: 1000 }),
  "requested, paid and given back": anEdit({ status: "requested", authorized: 1000, covered: 0 }),
  confirmed: anEdit({ status: "confirmed", differenceDue: 0 }),
  "confirmed without changes": anEdit({ status: "confirmed", hasChanges: false, differenceDue: 0 }),
  declined: anEdit({ status: "declined" }),
  canceled: anEdit({ status: "canceled" }),
};

type StateName = keyof typeof states;

const open: StateName[] = ["created without changes", "created", "requested", "requested, nothing to pay"];
const paid: StateName[] = [
  "requested, paid in part",
  "requested and paid",
  "requested and captured",
  "requested, paid and given back",
];
const over: StateName[] = ["confirmed", "confirmed without changes", "declined", "canceled"];
const all: StateName[] = [...open, ...paid, ...over];
const but = (...names: StateName[]) => all.filter((name) => !names.includes(name));

/** In which states it is allowed; in all others it is refused. */
const allowed: Record<EditAction, StateName[]> = {
  update: all,
  delete: ["created without changes", "created"],
  add_item: open,
  update_item: open,
  remove_item: open,
  delete_change: open,
  // A repeated request of a declined edit changes nothing.
  request: but("created without changes", "confirmed", "confirmed without changes", "canceled"),
  confirm: but("declined", "canceled"),
  complete: [
    "requested, nothing to pay",
    "requested and paid",
    "requested and captured",
    "confirmed",
    "confirmed without changes",
  ],
  // A repeated decline or cancellation changes nothing.
  decline: [
    "requested",
    "requested, nothing to pay",
    "requested, paid in part",
    "requested and paid",
    "requested, paid and given back",
    "declined",
  ],
  cancel: but("requested and captured", "confirmed", "confirmed without changes", "declined"),
};

const cases = Object.entries(allowed).flatMap(([action, names]) =>
  all.map((name) => ({ action: action as EditAction, name, isAllowed: names.includes(name) })),
);

describe("an order edit", () => {
  it.each(cases)("$name: $action is allowed: $isAllowed", ({ action, name, isAllowed }) => {
    expect(refusalFor(editGuards, action, states[name]) === null).toBe(isAllowed);
  });

  it.each<[EditAction, StateName, string, string]>([
    ["delete", "confirmed", "not_allowed", "Cannot delete order edit with status confirmed"],
    ["cancel", "confirmed", "not_allowed", "Cannot cancel order edit with status confirmed"],
    ["confirm", "declined", "not_allowed", "Cannot confirm an order edit with status declined"],
    ["decline", "created", "not_allowed", "Cannot decline an order edit with status created."],
    ["complete", "created", "not_allowed", "Cannot complete an order edit with status created"],
    [
      "complete",
      "requested",
      "not_allowed",
      "Unable to complete an order edit if the payment is not authorized",
    ],
    [
      "request",
      "confirmed without changes",
      "invalid_data",
      "Cannot request a confirmation on an edit with no changes",
    ],
    [
      "request",
      "created without changes",
      "invalid_data",
      "Cannot request a confirmation on an edit with no changes",
    ],
    [
      "update_item",
      "canceled",
      "not_allowed",
      "Can not update an item on the order edit oe_1 with the status canceled",
    ],
  ])("gives the reason to refuse %s when %s", (action, name, type, message) => {
    expect(refusalFor(editGuards, action, states[name])).toMatchObject({ type, message });
  });
});
