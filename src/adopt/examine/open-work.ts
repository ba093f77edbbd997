import type { RowCheck } from "./row-check.ts";

const sameEmails = (table: string, condition: string) =>
  `select count(*)::int as count from (select from ${table} where deleted_at is null and ${condition}
    group by lower(email) having count(*) > 1) repeated`;

const SAME_EMAIL =
  "differ only in capitals. Each still logs in with the email exactly as it is stored; written in another way, it is the oldest account. Merge them in v1 if you can.";

/** What v1 has begun and Tradewind would end otherwise. */
export const openWork: readonly RowCheck[] = [
  {
    code: "carts_expire",
    severity: "note",
    needs: { cart: ["payment_authorized_at"] },
    // As in modules/selling/carts/cart-removal-store.ts.
    text: `select count(*)::int as count from cart
      where completed_at is null and deleted_at is null and type = 'default' and payment_authorized_at is null
        and $1 > 0 and updated_at < now() - make_interval(days => $1)
        and not exists (select from line_item where line_item.cart_id = cart.id
          and line_item.updated_at >= now() - make_interval(days => $1))
        and not exists (select from payment_session where payment_session.cart_id = cart.id
          and payment_session.updated_at >= now() - make_interval(days => $1))`,
    value: ({ config }) => config.cartDays,
    one: "open cart was",
    many: "open carts were",
    message: ({ config }) =>
      `not changed for ${config.cartDays} days, and will be deleted after tradewind adopt --finish. TRADEWIND_CART_DAYS=0 keeps all.`,
  },
  {
    code: "customer_emails",
    severity: "warning",
    needs: { customer: [] },
    text: sameEmails("customer", "has_account"),
    one: "group of customer accounts has emails that",
    many: "groups of customer accounts have emails that",
    message: SAME_EMAIL,
  },
  {
    code: "user_emails",
    severity: "warning",
    needs: { user: [] },
    text: sameEmails('"user"', "true"),
    one: "group of users has emails that",
    many: "groups of users have emails that",
    message: SAME_EMAIL,
  },
  {
    code: "pending_invites",
    severity: "warning",
    needs: { invite: [] },
    text: `select count(*)::int as count from invite
      where not accepted and deleted_at is null and expires_at > now()`,
    one: "invite is",
    many: "invites are",
    message: ({ environment }) =>
      environment["TRADEWIND_V1_JWT_SECRET"]
        ? "pending, and can be accepted as long as TRADEWIND_V1_JWT_SECRET is set."
        : "pending, signed with jwt_secret of v1. Set TRADEWIND_V1_JWT_SECRET to it, or invite again from Tradewind.",
  },
  {
    code: "batch_jobs",
    severity: "warning",
    needs: { batch_job: ["pre_processed_at"] },
    text: `select count(*)::int as count from batch_job
      where completed_at is null and failed_at is null and canceled_at is null and deleted_at is null`,
    one: "batch job is",
    many: "batch jobs are",
    message: "not finished. Let v1 finish, or cancel: Tradewind does not have the files.",
  },
  {
    code: "staged_jobs",
    severity: "note",
    needs: { staged_job: [] },
    text: "select count(*)::int as count from staged_job",
    one: "event waits",
    many: "events wait",
    message:
      "to be sent by v1 (table staged_job). Tradewind sends none of v1's events: let v1 run until the table is empty.",
  },
];
