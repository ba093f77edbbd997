/** The URLs of the tree that Fastify prints: a line a route, indented below the one it begins with. */
export function routesIn(tree: string): string[] {
  const urls: string[] = [];
  const stack: { depth: number; text: string }[] = [];
  for (const line of tree.split("\n")) {
    const [, indent = "", part = "", methods] =
      /^((?:│ {3}| {4})*)(?:├── |└── )(\S+)(?: \((.+)\))?$/.exec(line) ?? [];
    if (part === "") continue;
    const depth = indent.length / 4;
    while (stack.length > 0 && stack.at(-1)!.depth >= depth) stack.pop();
    const text = (stack.at(-1)?.text ?? "") + part;
    stack.push({ depth, text });
    if (methods) urls.push(text);
  }
  return urls;
}
