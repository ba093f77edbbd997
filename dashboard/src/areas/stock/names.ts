interface Named {
  id: string;
  sku?: string | null;
  title?: string | null;
  variants?: readonly { title?: string | null; product?: { title?: string | null } | null }[] | null;
}

/** The product and the variant that an item is for. */
export function itemName(item: Named | null | undefined): string {
  const [variant] = item?.variants ?? [];
  const names = variant ? [variant.product?.title, variant.title].filter(Boolean) : [];
  return names.join(" – ") || (item?.title ?? item?.sku ?? item?.id ?? "–");
}

interface Person {
  email?: string | null;
  first_name?: string | null;
  last_name?: string | null;
}

export const personName = (user: Person | null | undefined): string =>
  [user?.first_name, user?.last_name].filter(Boolean).join(" ") || (user?.email ?? "–");
