/**
 * Lighthouse on a phone as it has it: 100 of 100 for accessibility and best practices, and at least 95 for performance, at
 * the door, on a member's own pages, on the members list and where an article is written, a new one too.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { paths } from "#http/paths.ts";
import { freePort } from "../../scripts/server.ts";
import { fillPages } from "../support/admin-rows.ts";
import { type AdminServer, sessionOf, startAdmin } from "../support/admin-server.ts";
import { assertFast } from "../support/lighthouse.ts";
import { shareOf } from "../support/look.ts";

const categories = ["performance", "accessibility", "best-practices"];
const least = 0.95;
let world: AdminServer;
let port: number;
let session: string;
let memberSession: string;
let article: string;

before(async () => {
	port = await freePort();
	world = await startAdmin({
		args: [`--remote-debugging-port=${port}`],
		prepare: async (store) => {
			const known = await fillPages(store);
			article = known["/admin/articles/:id"]?.[0] ?? assert.fail("no article");
			session = await sessionOf(store, "admin@example.org");
			memberSession = await sessionOf(store, "member@example.org");
		},
	});
});
after(() => world?.stop());

const PAGES = {
	"the door": { path: paths.login },
	"a member's dashboard": { path: paths.member.home, as: "member" },
	"a member's profile": { path: paths.member.profile.edit, as: "member" },
	"the dashboard": { path: paths.admin.home, as: "admin" },
	"the members list": { path: paths.admin.members.list, as: "admin" },
	"an article's editor": { path: () => article, as: "admin" },
	"the editor of a new article": { path: paths.admin.articles.create, as: "admin" },
} as const;

for (const [name, page] of shareOf(Object.entries(PAGES), 6))
	test(name, async (context) => {
		const headers = "as" in page ? { Cookie: `session=${page.as === "admin" ? session : memberSession}` } : {};
		const seen = await assertFast(world.address + page.path(), { port, categories, least, headers });
		context.diagnostic(`performance ${seen.join(", ")}`);
	});
