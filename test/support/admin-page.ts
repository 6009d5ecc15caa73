import type { FrameLocator, Page } from "playwright-core";

export type AdminPage = {
  readonly page: Page;
  /** The app inside the frame. */
  readonly app: FrameLocator;
  /** Follows a link of the admin's menu and waits for the page's title. */
  visit(link: string, title?: string): Promise<void>;
  /** Opens a page of the settings by its title. */
  openTopic(title: string): Promise<void>;
  /** Presses a button of the drawer, with its section's fields filled, and waits for what came of it. */
  play(section: string, button: string, fields?: Readonly<Record<string, string>>): Promise<void>;
  isPhone(): boolean;
};

const phoneWidth = 760;

/** The merchant's hands: the admin in a browser, opened at the app. */
export async function openAdmin(page: Page, url: string): Promise<AdminPage> {
  await page.goto(url);
  const app = page.frameLocator("#app");
  const isPhone = () => (page.viewportSize()?.width ?? 0) <= phoneWidth;
  const menu = page.getByRole("navigation", { name: "Store" });
  const visit: AdminPage["visit"] = async (link, title = link) => {
    if (isPhone()) await page.getByRole("button", { name: "Menu" }).click();
    await menu.getByRole("link", { name: link, exact: true }).click();
    await app.getByRole("heading", { level: 1, name: title }).waitFor();
  };
  return {
    page,
    app,
    isPhone,
    visit,
    async openTopic(title) {
      await visit("Settings");
      await app.getByRole("link", { name: title, exact: true }).click();
      await app.getByRole("heading", { level: 1, name: title }).waitFor();
    },
    async play(section, button, fields = {}) {
      await page.getByRole("button", { name: "Play the world" }).click();
      const drawer = page.getByRole("complementary", { name: "Play the world" });
      const part = drawer.locator("section > details", { has: page.getByText(section, { exact: true }) });
      if ((await part.getAttribute("open")) === null) await part.locator("> summary").click();
      const form = part.locator("form", { has: page.getByRole("button", { name: button, exact: true }) });
      for (const [name, value] of Object.entries(fields)) await fill(form, name, value);
      await form.getByRole("button", { name: button, exact: true }).click();
      const newest = drawer.getByRole("region", { name: "Requests made" }).locator("#played > li").first();
      await newest.getByText(button, { exact: true }).waitFor();
      const failed = newest.locator("p.failed");
      if ((await failed.count()) > 0) throw new Error(`${button}: ${await failed.textContent()}`);
      await drawer.getByRole("button", { name: "Close the drawer" }).click();
    },
  };
}

/** A choice is chosen by a part of its words, once the drawer offers it. */
async function fill(form: ReturnType<Page["locator"]>, name: string, value: string): Promise<void> {
  const field = form.locator(`[name="${name}"]`);
  if ((await field.evaluate((element) => element.tagName)) !== "SELECT") return field.fill(value);
  const option = field.locator("option", { hasText: value }).first();
  await option.waitFor({ state: "attached" });
  await field.selectOption((await option.getAttribute("value")) ?? "");
}
