// Answers of v1 that differ from the others of these modules. Each entry names the operation and what v1 does there.

/** `POST /store/auth` and `GET /store/auth` return other relations than `GET /store/customers/me`. */
export const relationsAfterLogin = ["orders", "orders.items", "shipping_addresses"];

/** `GET /admin/customers?groups=…` and the customers of a group return `groups`; the list without that filter does not. */
export const relationsByGroup = ["groups"];

/** `POST /admin/customers` and `POST /store/customers/password-reset` return the customer without relations. */
export const relationsOfBareCustomer: string[] = [];

/** `POST /admin/customers` answers 201; other creations answer 200. */
export const statusOfNewCustomer = 201;

/** `GET /admin/invites` and `GET /admin/apps` return all rows: they take no paging and return no count. */
export const wholeInvites = { offset: 0, order: "updated_at" };
export const wholeApps = { offset: 0, order: "display_name" };
