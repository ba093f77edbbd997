-- The differences of swaps that were paid with a gift card: the payment names the card, and the page of the card lists them.
create index idx_payment_of_gift_card on payment ((data ->> 'gift_card_id')) where swap_id is not null;
