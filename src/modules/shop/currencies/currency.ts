export interface Currency {
  code: string;
  /** Whether prices in this currency include tax. */
  includes_tax: boolean;
}

export type CurrencyChanges = Partial<Pick<Currency, "includes_tax">>;

export const withChanges = (currency: Currency, changes: CurrencyChanges): Currency => ({
  ...currency,
  includes_tax: changes.includes_tax ?? currency.includes_tax,
});
