import type { Hono, MiddlewareHandler } from "hono";
import type { Route } from "#auth/route.ts";
import type { App } from "#http/context.ts";
import { paths } from "#http/paths.ts";
import type { FrameName } from "#pages.ts";

/** The pages of one module, loaded when the first of them is requested. */
export type Surface = {
	/** Hono's patterns of the pages' addresses. */
	at: readonly string[];
	frame: FrameName;
	load: () => Promise<{ ROUTES: readonly Route[] }>;
};

/** Returns the patterns of these addresses and of all addresses below them. */
const below = (...places: string[]): string[] => places.map((place) => `${place}/*`);
const { account, admin, member, preview } = paths;

/**
 * The table of all HTML pages and actions by the beginning of their address. The first entry that matches answers, so
 * an address below that of another module's noun stands before it.
 */
export const SURFACES: readonly Surface[] = [
	{
		at: [
			paths.home(),
			...below(paths.theme(), paths.logo(":id"), account.show(), paths.unsubscribe(":token")),
			...below(paths.login(), paths.logout(), paths.forgot(), paths.activate()),
			...below(paths.reset(":token"), paths.invite(":token")),
		],
		frame: "account",
		load: () => import("#account/routes.ts"),
	},
	{
		at: below(preview.place(), preview.filePlace()),
		frame: "reader",
		load: () => import("#account/preview/routes.ts"),
	},
	{ at: below(member.home()), frame: "member", load: () => import("#member/routes.ts") },
	{
		at: [
			admin.home(),
			...below(admin.search(), admin.confirmations.list(), admin.audit.list(), admin.health.show(), admin.styleguide()),
			...below(admin.articles.draft(":slot"), admin.pages.draft(":slot")),
		],
		frame: "staff",
		load: () => import("#admin/shell/routes.ts"),
	},
	{
		at: below(
			admin.dues.ofMember(":id"),
			admin.dues.credit(":id"),
			admin.dues.list(),
			admin.payments.list(),
			admin.receipts.list(),
			admin.deposits.list(),
			admin.income.list(),
			admin.bank.statements(),
		),
		frame: "staff",
		load: () => import("#admin/money/routes.ts"),
	},
	{
		at: below(admin.members.list(), admin.tasks.notes(":id"), admin.notes.edit(":id"), admin.certificates.list()),
		frame: "staff",
		load: () => import("#admin/people/routes.ts"),
	},
	{
		at: below(admin.tasks.list(), admin.announcements.list()),
		frame: "staff",
		load: () => import("#admin/office/routes.ts"),
	},
	{
		at: below(admin.concurrentPosts.list(), admin.finance.list(), admin.ledger.journal()),
		frame: "staff",
		load: () => import("#admin/books/routes.ts"),
	},
	{
		at: below(
			admin.articles.list(),
			admin.categories.list(),
			admin.tags.list(),
			admin.pages.list(),
			admin.documents.list(),
			admin.media.list(),
			admin.webhooks.list(),
			admin.writing.preview(),
			admin.writing.links(),
		),
		frame: "staff",
		load: () => import("#admin/content/routes.ts"),
	},
	{
		at: below(
			admin.users.list(),
			admin.roles.list(),
			admin.settings.show(),
			admin.mail.list(),
			admin.deadLetters.list(),
		),
		frame: "staff",
		load: () => import("#admin/system/routes.ts"),
	},
];

/**
 * Mounts the surfaces. `make` makes the app of a module's pages when the first of them is requested. An address for
 * which a module has no page goes on to the next entry that matches.
 */
export function mountSurfaces(app: Hono<App>, make: (surface: Surface) => Promise<Hono<App>>): void {
	for (const surface of SURFACES) {
		// The app is stored, not its promise, which would belong to the first request.
		let pages: Hono<App> | undefined;
		const answer: MiddlewareHandler<App> = async (c, next) => {
			pages ??= await make(surface);
			const { method, path } = c.req;
			const [found] = pages.router.match(method === "HEAD" ? "GET" : method, path);
			return found.length > 0 ? pages.fetch(c.req.raw, c.env, c.executionCtx) : next();
		};
		for (const place of surface.at) app.all(place, answer);
	}
}
