import { type Browser, type BrowserContext, type Page, request } from "playwright-core";
import { patience } from "../time/patience.ts";
import { launchChromium } from "./chromium.ts";

export interface Credentials {
  email: string;
  password: string;
}

export interface Opening {
  /** Who is logged in: the admin of the shop if absent, no user if null. */
  as?: Credentials | null;
  width?: number;
  height?: number;
  /** A browser speaks English unless a test needs another language. */
  locale?: string;
  /** A browser profile that has nothing in its cache, for tests of the first load. */
  isNew?: boolean;
}

/** The dashboard asks who is logged in only in a browser that has this. */
const LOGGED_IN = "tradewind.logged-in";

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** A browser profile with one page. */
interface Profile {
  page: Page;
  /** Whose it is, in which language. Absent in a profile for one test. */
  owner?: string;
}

/** The pages that a test opens in Chromium, and what went wrong on them. */
export class BrowserPages {
  private readonly sessions = new Map<string, State>();
  private readonly used = new Set<Profile>();
  /** Of earlier tests: a page in a new profile loads and compiles every script again, which takes four times as long. */
  private readonly free = new Set<Profile>();
  private readonly problems: string[] = [];
  private readonly allowed: RegExp[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly server: { url: string; admin: Credentials },
  ) {}

  static async start(server: { url: string; admin: Credentials }): Promise<BrowserPages> {
    return new BrowserPages(await launchChromium(), server);
  }

  /** Opens a page of the dashboard, in a profile that no other page of the test has. */
  async open(path: string, { as = this.server.admin, ...opening }: Opening = {}): Promise<Page> {
    const { width = 1440, height = 900, locale = "en-US", isNew = as === null } = opening;
    const owner = isNew ? undefined : `${as?.email} ${locale}`;
    const known = owner === undefined ? undefined : [...this.free].find((each) => each.owner === owner);
    const profile = known ?? {
      page: await this.newPage(locale, as ? await this.sessionOf(as) : undefined),
      ...(owner !== undefined && { owner }),
    };
    this.free.delete(profile);
    this.used.add(profile);
    await profile.page.setViewportSize({ width, height });
    await profile.page.goto(`${this.server.url}/app${path}`);
    return profile.page;
  }

  /** A console error, a failed script or a request to another host that the test provokes. */
  allow(problem: RegExp): void {
    this.allowed.push(problem);
  }

  /** Ends the pages of a test, and returns what went wrong on them. */
  async finish(): Promise<string[]> {
    const found = this.problems.filter((problem) => !this.allowed.some((pattern) => pattern.test(problem)));
    await Promise.all([...this.used].map((profile) => this.giveBack(profile)));
    this.used.clear();
    this.problems.length = 0;
    this.allowed.length = 0;
    return found;
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  /** The next test finds a profile as it was at first, or none if the session of this one has changed. */
  private async giveBack(profile: Profile): Promise<void> {
    const { page, owner } = profile;
    const session = owner && this.sessions.get(owner.split(" ", 1)[0]!);
    const cookies = JSON.stringify(await page.context().cookies());
    if (!session || page.isClosed() || cookies !== JSON.stringify(session.cookies)) {
      if (owner) this.sessions.delete(owner.split(" ", 1)[0]!);
      return page.context().close();
    }
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.evaluate(`sessionStorage.clear(), localStorage.clear(), localStorage.setItem("${LOGGED_IN}", "yes")`);
    await page.goto("about:blank");
    await page.emulateMedia({ media: null, colorScheme: "light" });
    this.free.add(profile);
  }

  /** By the API: the login page has tests of its own. */
  private async sessionOf({ email, password }: Credentials): Promise<State> {
    const known = this.sessions.get(email);
    if (known) return known;
    const api = await request.newContext({ baseURL: this.server.url });
    await api.post("/admin/auth", { data: { email, password }, failOnStatusCode: true });
    const { cookies } = await api.storageState();
    await api.dispose();
    const localStorage = [{ name: LOGGED_IN, value: "yes" }];
    const session = { cookies, origins: [{ origin: this.server.url, localStorage }] };
    this.sessions.set(email, session);
    return session;
  }

  private async newPage(locale: string, storageState?: State): Promise<Page> {
    const context = await this.browser.newContext({
      locale,
      timezoneId: "Europe/Berlin",
      colorScheme: "light",
      reducedMotion: "reduce",
      ...(storageState && { storageState }),
    });
    const page = await context.newPage();
    page.setDefaultTimeout(patience(10_000));
    page.on("pageerror", (error) => this.problems.push(`error in the page: ${error.stack ?? error}`));
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      this.problems.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!/^(data|blob):/.test(url) && !url.startsWith(this.server.url))
        this.problems.push(`request to another host: ${url}`);
    });
    return page;
  }
}
