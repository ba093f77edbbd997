import { Refusal } from "../../../src/kernel/refusal.ts";
import type { FulfillmentProvider, Shipment } from "../../../src/providers/ports/fulfillment.ts";
import type { Gate } from "./outside-world.ts";

interface Booking {
  shipment: Shipment;
  reference: string;
  tracking: string;
  state: "booked" | "canceled" | "collected";
}

/**
 * A carrier with books of its own, labels and tracking numbers. It takes each shipment once, however often it is told of
 * it; it can refuse, fail, and take its time.
 */
export class ParcelCarrier implements FulfillmentProvider {
  readonly bookings = new Map<string, Booking>();
  /** What it was asked, in order: `book ful_1`, `cancel ful_1`. */
  readonly asked: string[] = [];
  /** Its answer to the next shipments, or to a cancellation. */
  refusal: string | null = null;
  cancelRefusal: string | null = null;
  /** Where it stops before it answers, each time it is asked to book or cancel. */
  gate: Gate | null = null;

  constructor(readonly id = "parcels") {}

  options: FulfillmentProvider["options"] = async () => [{ id: "parcel", name: "Parcel" }];
  validateOption: FulfillmentProvider["validateOption"] = async () => true;
  validateData: FulfillmentProvider["validateData"] = async (_option, data) => data;
  canCalculate: FulfillmentProvider["canCalculate"] = async () => false;
  calculatePrice: FulfillmentProvider["calculatePrice"] = async () => 0;
  createReturn: FulfillmentProvider["createReturn"] = async () => ({});

  createFulfillment: FulfillmentProvider["createFulfillment"] = async (shipment) => {
    this.asked.push(`book ${shipment.id}`);
    await this.gate?.pass();
    if (this.refusal !== null) throw new Refusal("not_allowed", this.refusal);
    const booking = this.bookings.get(shipment.id) ?? this.book(shipment);
    return { reference: booking.reference, shipment: shipment.id };
  };

  cancelFulfillment: FulfillmentProvider["cancelFulfillment"] = async ({ shipment }) => {
    this.asked.push(`cancel ${shipment}`);
    await this.gate?.pass();
    if (this.cancelRefusal !== null) throw new Refusal("not_allowed", this.cancelRefusal);
    const booking = this.bookings.get(String(shipment));
    if (!booking) throw new Error(`no shipment ${shipment}`);
    if (booking.state === "collected") throw new Refusal("not_allowed", "the parcel was collected");
    booking.state = "canceled";
  };

  tracking: NonNullable<FulfillmentProvider["tracking"]> = async ({ shipment }) => {
    const { tracking } = this.bookings.get(String(shipment))!;
    return [{ number: tracking, url: `https://parcels.example/${tracking}` }];
  };

  documents: FulfillmentProvider["documents"] = async ({ shipment }) => {
    const { reference, tracking } = this.bookings.get(String(shipment))!;
    const content = Buffer.from(`label ${reference} ${tracking}`).toString("base64");
    return [{ name: `label-${reference}.pdf`, type: "application/pdf", content }];
  };

  /** As at the beginning; what it has taken stays in its books. */
  forget(): void {
    this.asked.length = 0;
    this.refusal = null;
    this.cancelRefusal = null;
    this.gate = null;
  }

  private book(shipment: Shipment): Booking {
    const number = this.bookings.size + 1;
    const booking: Booking = {
      shipment,
      reference: `${this.id}-${number}`,
      tracking: `TRACK-${this.id}-${number}`,
      state: "booked",
    };
    this.bookings.set(shipment.id, booking);
    return booking;
  }
}
