import find from "./find.json" with { type: "json" };
import form from "./form.json" with { type: "json" };
import home from "./home.json" with { type: "json" };
import orders from "./orders.json" with { type: "json" };
import session from "./session.json" with { type: "json" };
import shell from "./shell.json" with { type: "json" };

/** What the login, the menu and the home page say. The keys of a file are its own: none is in two. */
export const texts = {
  ...find,
  ...form,
  ...home,
  ...orders,
  ...session,
  ...shell,
};
