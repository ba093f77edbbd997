-- As in 0048: that a payment was opened or is gone is told by the cart's own version, so that nobody needs to look for the
-- payments of a cart that had none. What a provider says of one is still noted without a lock of the cart.
create trigger renew_cart after insert or delete or update of cart_id on payment_session
  for each row execute function tradewind.renew_own_cart();

-- The codes of a cart that showed none are not looked for either. One that was deleted and is brought back, which happens by
-- hand, may be in any cart: all of them are read again.
create trigger note_kept_return after update of deleted_at on discount
  for each row when (old.deleted_at is not null and new.deleted_at is null)
  execute function tradewind.note_kept_change();
create trigger note_kept_return after update of deleted_at on gift_card
  for each row when (old.deleted_at is not null and new.deleted_at is null)
  execute function tradewind.note_kept_change();
