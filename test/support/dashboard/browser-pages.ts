import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { patience } from "../patience.ts";

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
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The pages that a test opens in Chromium, and what went wrong on them. */
export class BrowserPages {
  private readonly sessions = new Map<string, State>();
  private readonly contexts = new Set<BrowserContext>();
  private readonly problems: string[] = [];
  private readonly allowed: RegExp[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly server: { url: string; admin: Credentials },
  ) {}

  static async start(server: { url: string; admin: Credentials }): Promise<BrowserPages> {
    const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
    return new BrowserPages(browser, server);
  }

  /** Opens a page of the dashboard in a new browser profile. The first one of a user logs in at the login page. */
  async open(path: string, { as = this.server.admin, ...opening }: Opening = {}): Promise<Page> {
    if (as && !this.sessions.has(as.email)) this.sessions.set(as.email, await this.logIn(as));
    const page = await this.newPage(opening, as ? this.sessions.get(as.email) : undefined);
    await page.goto(`${this.server.url}/app${path}`);
    return page;
  }

  /** A console error, a failed script or a request to another host that the test provokes. */
  allow(problem: RegExp): void {
    this.allowed.push(problem);
  }

  /** Closes the pages of a test, and returns what went wrong on them. */
  async finish(): Promise<string[]> {
    const found = this.problems.filter((problem) => !this.allowed.some((pattern) => pattern.test(problem)));
    await Promise.all([...this.contexts].map((context) => context.close()));
    this.contexts.clear();
    this.problems.length = 0;
    this.allowed.length = 0;
    return found;
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  private async logIn({ email, password }: Credentials): Promise<State> {
    const page = await this.newPage({});
    await page.goto(`${this.server.url}/app/login`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("navigation").first().waitFor({ state: "attached" });
    const state = await page.context().storageState();
    await page.context().close();
    this.contexts.delete(page.context());
    return state;
  }

  private async newPage(
    { width = 1440, height = 900, locale = "en-US" }: Opening,
    storageState?: State,
  ): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width, height },
      locale,
      timezoneId: "Europe/Berlin",
      colorScheme: "light",
      reducedMotion: "reduce",
      ...(storageState && { storageState }),
    });
    this.contexts.add(context);
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
