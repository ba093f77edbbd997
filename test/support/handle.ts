/** Stands for an object that a set-up makes later, for functions of a test file that are declared before. */
export function handleOf<Made extends object>(made: () => Made | undefined): Made {
  const current = (): Made => {
    const found = made();
    if (!found)
      throw new Error("the set-up has not run: use this in tests, or in hooks such as `it.beforeEach`");
    return found;
  };
  return new Proxy({} as Made, {
    get(_, key) {
      const target = current();
      const value = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, key) => ({
      ...Reflect.getOwnPropertyDescriptor(current(), key),
      configurable: true,
    }),
  });
}
