/** Lighthouse on a phone as it has it, on the demo association's website: 100 of 100, and at least 98 for performance. */
import { after, before, test } from "node:test";
import { freePort } from "../../scripts/server.ts";
import { type AdminServer, startAdmin } from "../support/admin-server.ts";
import { type DemoWebsite, importDemoSite, startWebsite } from "../support/demo-website.ts";
import { assertFast } from "../support/lighthouse.ts";
import { shareOf } from "../support/look.ts";

const categories = ["performance", "accessibility", "best-practices", "seo"];
const least = 0.98;
const PAGES = ["/", "/articles", "/articles/first-week-after-diagnosis", "/about", "/documents"];
let world: AdminServer;
let site: DemoWebsite;
let port: number;

before(async () => {
	port = await freePort();
	world = await startAdmin({ args: [`--remote-debugging-port=${port}`], prepare: async () => importDemoSite() });
	site = await startWebsite({ port: await freePort(), program: world.address });
});
after(async () => {
	await site?.stop();
	await world?.stop();
});

for (const path of shareOf(PAGES, 4))
	test(path, async (context) => {
		const seen = await assertFast(site.origin + path, { port, categories, least });
		context.diagnostic(`performance ${seen.join(", ")}`);
	});
