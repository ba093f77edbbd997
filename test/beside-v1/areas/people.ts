import { type Area, admin, as, listQuery, some, to, visitor } from "../action.ts";
import { SHOPPERS } from "../shop.ts";

const address = {
  first_name: "Ada",
  last_name: "L",
  address_1: "Street 1",
  city: "Town",
  country_code: "dk",
  postal_code: "1000",
};
const shopper = (name: string) => as(name);

export const people: Area = {
  "create a customer": (world) =>
    admin.post(to`/admin/customers`, {
      email: `${world.name("c").replace(" ", "")}@example.com`,
      first_name: "C",
      last_name: "D",
      password: "a password",
      ...some(world, { phone: "12", metadata: { a: 1 } }),
    }),
  "update a customer": (world) =>
    admin.post(
      to`/admin/customers/${world.any("cus", ({ data }) => String(data["email"]).startsWith("c"))}`,
      some(world, {
        first_name: world.name("First"),
        phone: "5",
        metadata: { b: 1 },
        groups: world.any("cgrp") && [{ id: world.any("cgrp") }],
      }),
      listQuery(world, { expand: ["groups", "orders"] }),
    ),
  "read a customer": (world) =>
    admin.get(
      to`/admin/customers/${world.any("cus")}`,
      listQuery(world, { expand: ["groups", "orders", "shipping_addresses"] }),
    ),
  "list customers": (world) =>
    admin.get(
      to`/admin/customers`,
      listQuery(world, {
        isPaged: false,
        expand: ["groups", "shipping_addresses"],
        order: ["email"],
        filters: {
          q: world.random.pick(["c1", "ada", "D"]),
          has_account: true,
          groups: world.any("cgrp") && [world.any("cgrp")],
        },
      }),
    ),
  "create a group": (world) =>
    admin.post(to`/admin/customer-groups`, {
      name: world.name("Group"),
      ...some(world, { metadata: { a: 1 } }),
    }),
  "update a group": (world) =>
    admin.post(
      to`/admin/customer-groups/${world.any("cgrp")}`,
      some(world, { name: world.name("Group"), metadata: { a: 2 } }),
    ),
  "list groups": (world) =>
    admin.get(
      to`/admin/customer-groups`,
      listQuery(world, {
        expand: ["customers"],
        fields: ["name"],
        order: ["name"],
        filters: { q: "Group", name: ["Group 1"] },
      }),
    ),
  "read a group": (world) =>
    admin.get(
      to`/admin/customer-groups/${world.any("cgrp")}`,
      listQuery(world, { expand: ["customers"], fields: ["name"] }),
    ),
  "customers into a group": (world) =>
    admin.post(to`/admin/customer-groups/${world.any("cgrp")}/customers/batch`, {
      customer_ids: world.some("cus", 3).map((id) => ({ id })),
    }),
  "customers out of a group": (world) =>
    admin.delete(to`/admin/customer-groups/${world.any("cgrp")}/customers/batch`, {
      customer_ids: world.some("cus", 2).map((id) => ({ id })),
    }),
  "customers of a group": (world) =>
    admin.get(
      to`/admin/customer-groups/${world.any("cgrp")}/customers`,
      listQuery(world, { isPaged: false, expand: ["groups"], filters: { q: "ada" } }),
    ),
  "sign up": (world) =>
    visitor.post(to`/store/customers`, {
      email: `${world.name("s").replace(" ", "")}@example.com`,
      password: "pw",
      first_name: "S",
      last_name: "T",
      ...some(world, { phone: "1" }),
    }),
  "who am I": (world) => shopper(world.random.pick(SHOPPERS).name).get(to`/store/customers/me`),
  "change my profile": (world) =>
    shopper(world.random.pick(SHOPPERS).name).post(
      to`/store/customers/me`,
      some(world, {
        first_name: world.name("First"),
        phone: "77",
        metadata: { x: 1 },
        billing_address: address,
      }),
    ),
  "add my address": (world) =>
    shopper(world.random.pick(SHOPPERS).name).post(to`/store/customers/me/addresses`, {
      address: {
        ...address,
        address_1: world.name("Street"),
        ...some(world, { company: "Co", metadata: { a: 1 } }),
      },
    }),
  "change my address": (world) => {
    const { name, email } = world.random.pick(SHOPPERS);
    const me = world.known("cus", ({ data }) => data["email"] === email);
    const found = me && world.within("addr", me.id);
    return shopper(name).post(
      to`/store/customers/me/addresses/${found?.id}`,
      some(world, { city: world.name("Town"), postal_code: "2" }),
    );
  },
  "remove my address": (world) => {
    const { name, email } = world.random.pick(SHOPPERS);
    const me = world.known("cus", ({ data }) => data["email"] === email);
    const found = me && world.within("addr", me.id);
    return shopper(name).delete(to`/store/customers/me/addresses/${found?.id}`);
  },
  "my orders": (world) =>
    shopper(world.random.pick(SHOPPERS).name).get(
      to`/store/customers/me/orders`,
      listQuery(world, { expand: ["items", "region"], fields: ["status", "email"] }),
    ),
  "does the email exist": (world) =>
    visitor.get(to`/store/auth/${world.random.pick(["ada@example.com", "none@example.com"])}`),
  invite: (world) =>
    admin.post(to`/admin/invites`, {
      user: `${world.name("i").replace(" ", "")}@example.com`,
      role: world.random.pick(["admin", "member", "developer"]),
    }),
  "list invites": () => admin.get(to`/admin/invites`),
  "resend an invite": (world) => admin.post(to`/admin/invites/${world.any("invite")}/resend`),
  "delete an invite": (world) => admin.delete(to`/admin/invites/${world.any("invite")}`),
  "create a user": (world) =>
    admin.post(to`/admin/users`, {
      email: `${world.name("u").replace(" ", "")}@example.com`,
      password: "pw",
      ...some(world, { first_name: "U", last_name: "V", role: "member" }),
    }),
  "update a user": (world) =>
    admin.post(
      to`/admin/users/${world.any("usr", ({ data }) => String(data["email"]).startsWith("u"))}`,
      some(world, { first_name: world.name("U"), role: "developer" }),
    ),
  "read a user": (world) => admin.get(to`/admin/users/${world.any("usr")}`),
  "write a note": (world) =>
    admin.post(to`/admin/notes`, {
      resource_id: world.any("order") ?? world.any("prod"),
      resource_type: "order",
      value: world.name("Note"),
    }),
  "change a note": (world) =>
    admin.post(to`/admin/notes/${world.any("note")}`, { value: world.name("Note") }),
  "list notes": (world) =>
    admin.get(to`/admin/notes`, listQuery(world, { filters: { resource_id: world.any("order") } })),
  "delete a note": (world) => admin.delete(to`/admin/notes/${world.any("note")}`),
};
