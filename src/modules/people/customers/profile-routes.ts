import type { FastifyRequest } from "fastify";
import { customerOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { found, path, type Routes } from "../../../http/routes.ts";
import { sessionTerms, setSessionCookie } from "../../../http/session-cookie.ts";
import {
  addressChangesBody,
  customerAnswer,
  newAddressBody,
  ownCustomer,
  paymentMethods,
  profileChangesBody,
} from "./account-schemas.ts";
import { addAddress } from "./use-cases/add-address.ts";
import { type CartsWithAddress, deleteAddress } from "./use-cases/delete-address.ts";
import { updateAddress } from "./use-cases/update-address.ts";
import { updateProfile } from "./use-cases/update-profile.ts";

const tags = ["Customers"];
const config = { customerOnly: true };
const one = { tags, querystring: noQuery, response: customerAnswer };

/** The own data of a logged-in customer. */
export const profileRoutes =
  (carts: CartsWithAddress): Routes =>
  (app, { config: settings, db, graph }) => {
    const shown = async (id: string) => ({
      customer: found(await graph.find(ownCustomer, id), "Customer", id),
    });

    const sessionIn = (request: FastifyRequest) => {
      const oldToken = request.sessionToken();
      return oldToken ? { oldToken, ...sessionTerms(settings) } : null;
    };

    app.get(
      "/store/customers/me",
      { config, schema: { ...one, summary: "Get the logged-in customer" } },
      async (request) => shown(await customerOf(request)),
    );

    app.post(
      "/store/customers/me",
      { config, schema: { ...one, summary: "Update the logged-in customer", body: profileChangesBody } },
      async (request, reply) => {
        const id = await customerOf(request);
        const token = await updateProfile({ db, config: settings }, id, request.body, sessionIn(request));
        if (token) setSessionCookie(request, reply, token, settings);
        return shown(id);
      },
    );

    app.post(
      "/store/customers/me/addresses",
      { config, schema: { ...one, summary: "Add a shipping address", body: newAddressBody } },
      async (request) => {
        const id = await customerOf(request);
        await addAddress({ db, config: settings }, id, request.body.address);
        return shown(id);
      },
    );

    app.post(
      "/store/customers/me/addresses/:address_id",
      {
        config,
        schema: {
          ...one,
          summary: "Update a shipping address",
          params: path("address_id"),
          body: addressChangesBody,
        },
      },
      async (request) => {
        const customerId = await customerOf(request);
        const { address_id: addressId } = request.params;
        await updateAddress({ db, config: settings }, { customerId, addressId, changes: request.body });
        return shown(customerId);
      },
    );

    app.delete(
      "/store/customers/me/addresses/:address_id",
      { config, schema: { ...one, summary: "Delete a shipping address", params: path("address_id") } },
      async (request) => {
        const customerId = await customerOf(request);
        await deleteAddress({ db, carts }, { customerId, addressId: request.params.address_id });
        return shown(customerId);
      },
    );

    app.get(
      "/store/customers/me/payment-methods",
      { config, schema: { ...one, summary: "List saved payment methods", response: paymentMethods } },
      // No payment provider stores payment methods.
      async () => ({ payment_methods: [] }),
    );
  };
