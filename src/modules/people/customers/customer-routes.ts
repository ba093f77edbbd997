import { customerOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { found, ok, path, type Routes, view } from "../../../http/routes.ts";
import { sessionTerms, setSessionCookie } from "../../../http/session-cookie.ts";
import { addAddress, type CartsWithAddress, deleteAddress, updateAddress } from "./address-changes.ts";
import { adminAddressRoutes } from "./admin-address-routes.ts";
import { adminCustomerRoutes } from "./admin-customer-routes.ts";
import { signUp, updateProfile } from "./customer-changes.ts";
import {
  addressChangesBody,
  bareCustomer,
  customerAnswer,
  newAddressBody,
  noContent,
  ownCustomer,
  passwordResetBody,
  passwordTokenBody,
  paymentMethods,
  profileChangesBody,
  signUpBody,
} from "./customer-schemas.ts";
import { requestPasswordReset, resetPassword } from "./use-cases/reset-password.ts";

const tags = ["Customers"];

/** For visitors who are not logged in. */
const accountRoutes: Routes = (app, { config: settings, db, graph, limits, providers, secrets }) => {
  app.post(
    "/store/customers",
    {
      schema: {
        tags,
        summary: "Sign up",
        querystring: noQuery,
        body: signUpBody,
        response: customerAnswer,
      },
    },
    async (request, reply) => {
      const { id, token } = await signUp(
        { db, providers },
        { account: request.body, oldToken: request.sessionToken(), ...sessionTerms(settings) },
      );
      setSessionCookie(request, reply, token, settings);
      return { customer: found(await graph.find(ownCustomer, id), "Customer", id) };
    },
  );

  app.post(
    "/store/customers/password-token",
    {
      schema: {
        tags,
        summary: "Ask for a new password",
        querystring: noQuery,
        body: passwordTokenBody,
        response: noContent,
      },
    },
    async (request, reply) => {
      const { email } = request.body;
      const attempt = { what: "customer-password-token", account: email, address: request.ip };
      // Every request counts: an attacker must not flood a mailbox, and the limit must not reveal which emails exist.
      await limits.guarded(
        attempt,
        () => requestPasswordReset({ db }, email),
        () => false,
      );
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/store/customers/password-reset",
    {
      schema: {
        tags,
        summary: "Set a new password with a token",
        querystring: noQuery,
        body: passwordResetBody,
        response: ok({ customer: view("customer") }),
      },
    },
    async (request) => {
      const guess = { what: "customer-password-reset", account: request.body.email, address: request.ip };
      const id = await limits.guarded(guess, () => resetPassword({ db, secrets }, request.body));
      return { customer: found(await graph.find(bareCustomer, id), "Customer", id) };
    },
  );
};

const config = { customerOnly: true };
const one = { tags, querystring: noQuery, response: customerAnswer };

/** The own data of a logged-in customer. */
const profileRoutes =
  (carts: CartsWithAddress): Routes =>
  (app, { config: settings, db, graph }) => {
    const readCustomer = async (id: string) => ({
      customer: found(await graph.find(ownCustomer, id), "Customer", id),
    });

    app.get(
      "/store/customers/me",
      { config, schema: { ...one, summary: "Get the logged-in customer" } },
      async (request) => readCustomer(await customerOf(request)),
    );

    app.post(
      "/store/customers/me",
      { config, schema: { ...one, summary: "Update the logged-in customer", body: profileChangesBody } },
      async (request, reply) => {
        const id = await customerOf(request);
        const session = { oldToken: request.sessionToken(), ...sessionTerms(settings) };
        const token = await updateProfile({ db, config: settings }, id, { ...request.body, session });
        if (token) setSessionCookie(request, reply, token, settings);
        return readCustomer(id);
      },
    );

    app.post(
      "/store/customers/me/addresses",
      { config, schema: { ...one, summary: "Add a shipping address", body: newAddressBody } },
      async (request) => {
        const id = await customerOf(request);
        await addAddress({ db, config: settings }, id, request.body.address);
        return readCustomer(id);
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
        return readCustomer(customerId);
      },
    );

    app.delete(
      "/store/customers/me/addresses/:address_id",
      { config, schema: { ...one, summary: "Delete a shipping address", params: path("address_id") } },
      async (request) => {
        const customerId = await customerOf(request);
        await deleteAddress({ db, carts }, { customerId, addressId: request.params.address_id });
        return readCustomer(customerId);
      },
    );

    app.get(
      "/store/customers/me/payment-methods",
      { config, schema: { ...one, summary: "List saved payment methods", response: paymentMethods } },
      // No payment provider stores payment methods.
      async () => ({ payment_methods: [] }),
    );
  };

export const customerRoutes =
  (carts: CartsWithAddress): Routes =>
  (app, context) => {
    const all = [adminCustomerRoutes, adminAddressRoutes(carts), accountRoutes, profileRoutes(carts)];
    for (const routes of all) routes(app, context);
  };
