/** `manual` is shown as "Manual", `my-carrier` as "My carrier". */
export const providerName = (id: string): string => {
  const words = id.replaceAll(/[-_]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const providerChoices = (providers: readonly { id: string }[]) =>
  providers.map(({ id }) => ({ value: id, label: providerName(id) }));
