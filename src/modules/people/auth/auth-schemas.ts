import { Type } from "typebox";
import { body, email, nonEmptyText, ok } from "../../../http/routes.ts";

export const loginBody = body({ email, password: nonEmptyText });
export const accessToken = ok({ access_token: Type.String() });
export const emailExists = ok({ exists: Type.Boolean() });

/** The relations of a customer after a login. */
export const customerAfterLogin = ["orders", "orders.items", "shipping_addresses"];
