/**
 * The tax rate that a use of a gift card counts with. v1 did not always note whether a card was taxed when it was sold: such a
 * use takes the rate of the card, then that of the order's region, as v1 does.
 */
export const rateOfUse = (used: string, regionId: string) => `case when ${used}.is_taxable is not null
    then ${used}.tax_rate
    else (select case when home.gift_cards_taxable or coalesce(card.tax_rate, 0) <> 0
        then coalesce(card.tax_rate, home.tax_rate) else ${used}.tax_rate end
      from gift_card card, region home where card.id = ${used}.gift_card_id and home.id = ${regionId}) end`;
