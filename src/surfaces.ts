import type { Hono, MiddlewareHandler } from "hono";
import type { Route } from "#auth/route.ts";
import type { App } from "#http/context.ts";
import { paths } from "#http/paths.ts";
import { pagesOfNouns } from "#nouns.ts";
import type { FrameName } from "#pages.ts";

/** A group of pages, such as those of one noun. Their code is loaded when the first of them is requested. */
export type Surface = {
	/** Hono's patterns of the pages' addresses. */
	at: readonly string[];
	frame: FrameName;
	load: () => Promise<readonly Route[]>;
};

/** Returns the patterns of these addresses and of all addresses below them. */
const below = (...places: string[]): string[] => places.map((place) => `${place}/*`);
const { account, admin, member, preview } = paths;

/**
 * All groups of HTML pages and actions by the beginnings of their addresses; the first that matches answers. Nouns
 * declare theirs in their own files (src/nouns.ts); this list has those of visitors, the account, members, and the
 * staff's shell.
 */
export const SURFACES: readonly Surface[] = [
	{
		at: [
			paths.home(),
			...below(paths.theme(), paths.logo(":id"), paths.notice(":kind"), account.show(), paths.unsubscribe(":token")),
			...below(paths.login(), paths.logout(), paths.forgot(), paths.activate()),
			...below(paths.reset(":token"), paths.invite(":token")),
		],
		frame: "account",
		load: async () => (await import("#account/routes.ts")).ROUTES,
	},
	{
		at: below(preview.place(), preview.filePlace()),
		frame: "reader",
		load: async () => (await import("#account/preview/routes.ts")).ROUTES,
	},
	{ at: below(member.home()), frame: "member", load: async () => (await import("#member/routes.ts")).ROUTES },
	{
		at: [
			admin.home(),
			...below(admin.search(), admin.confirmations.list(), admin.audit.list(), admin.health.show(), admin.styleguide()),
			...below(admin.articles.draft(":slot"), admin.pages.draft(":slot")),
			...below(admin.members.history(":id")),
			...below(admin.members.privacy.copy(":id"), admin.members.privacy.pseudonymisation(":id")),
			...below(admin.income.donors.copy(":id"), admin.income.donors.erasure(":id")),
			...below(admin.payees.copy(":id"), admin.payees.erasure(":id")),
		],
		frame: "staff",
		load: async () => (await import("#admin/shell/routes.ts")).ROUTES,
	},
	...pagesOfNouns().map((pages): Surface => ({ at: below(...pages.below), frame: "staff", load: pages.load })),
	// Last, because its ":id" would match every other word; the page shows what all modules know of a member.
	{
		at: [admin.members.show(":id"), admin.members.sensitive(":id")],
		frame: "staff",
		load: async () => (await import("#admin/shell/members/show-routes.ts")).MEMBER_ROUTES,
	},
];

/**
 * Mounts the groups of pages on `app`. `make` makes the app of a group when its first page is requested. A request for
 * which the group has no page goes on to the next group that matches.
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
