import { createLazyRoute } from "@tanstack/react-router";
import { ExchangesCard } from "../../areas/after-sale/order-card/exchanges-card.tsx";
import { EditsNotice } from "../../areas/after-sale/order-edits/edits-notice.tsx";
import { OrderPage } from "../../areas/orders/order/order-page.tsx";
import { OrderPeople } from "../../areas/people/orders/order-people.tsx";

/** An order with its edits, returns, swaps and claims, its tags and the user who takes care of it. */
export const orderPage = createLazyRoute("/shell/orders/$id")({
  component: () => <OrderPage Edits={EditsNotice} Exchanges={ExchangesCard} People={OrderPeople} />,
});
