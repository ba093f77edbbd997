import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { found, ok, path, type Routes } from "../../../http/routes.ts";
import { invalid } from "../../../kernel/refusal.ts";
import { addAddress, type CartsWithAddress, deleteAddress, updateAddress } from "./address-changes.ts";
import { setBillingAddress } from "./customer-changes.ts";
import { addressChangesBody, billingAddressBody, newAddressBody, ownCustomer } from "./customer-schemas.ts";

const one = {
  tags: ["Customers"],
  querystring: noQuery,
  params: path("id"),
  response: ok({ customer: shown("AdminCustomerAddresses", ownCustomer) }),
};
const ofAddress = { ...one, params: path("id", "address_id") };

/** The addresses of a customer for admins: the same book that the customer has. */
export const adminAddressRoutes =
  (carts: CartsWithAddress): Routes =>
  (app, { config, db, graph }) => {
    const readCustomer = async (id: string) => ({
      customer: found(await graph.find(ownCustomer, id), "Customer", id),
    });

    app.post(
      "/admin/customers/:id/addresses",
      { schema: { ...one, summary: "Add an address to a customer", body: newAddressBody } },
      async (request) => {
        await addAddress({ db, config }, request.params.id, request.body.address);
        return readCustomer(request.params.id);
      },
    );

    app.post(
      "/admin/customers/:id/addresses/:address_id",
      { schema: { ...ofAddress, summary: "Update an address of a customer", body: addressChangesBody } },
      async (request) => {
        const { id: customerId, address_id: addressId } = request.params;
        await updateAddress({ db, config }, { customerId, addressId, changes: request.body });
        return readCustomer(customerId);
      },
    );

    app.delete(
      "/admin/customers/:id/addresses/:address_id",
      { schema: { ...ofAddress, summary: "Delete an address of a customer" } },
      async (request) => {
        const { id: customerId, address_id: addressId } = request.params;
        await deleteAddress({ db, carts }, { customerId, addressId });
        return readCustomer(customerId);
      },
    );

    app.post(
      "/admin/customers/:id/billing-address",
      { schema: { ...one, summary: "Set the billing address of a customer", body: billingAddressBody } },
      async (request) => {
        const { address_id: addressId, address } = request.body;
        if ((addressId === undefined) === (address === undefined))
          throw invalid("address_id: send either address_id or address");
        await setBillingAddress({ db, config }, request.params.id, address ?? addressId ?? null);
        return readCustomer(request.params.id);
      },
    );
  };
