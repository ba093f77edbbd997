import find from "./start/find.json" with { type: "json" };
import form from "./start/form.json" with { type: "json" };
import home from "./start/home.json" with { type: "json" };
import orders from "./start/orders.json" with { type: "json" };
import session from "./start/session.json" with { type: "json" };
import shell from "./start/shell.json" with { type: "json" };

/** What the login, the menu and the home page say. The keys of a file are its own: none is in two. */
export const texts = {
  ...find,
  ...form,
  ...home,
  ...orders,
  ...session,
  ...shell,
};
