-- As in 0048: that a payment was opened or is gone is told by the cart's own version, so that nobody needs to look for the
-- payments of a cart that had none. What a provider says of one is still noted without a lock of the cart.
create trigger renew_cart after insert or delete on payment_session
  for each row execute function tradewind.renew_own_cart();
