import type { Context, Next } from "hono";
import { heldForm, shown } from "#auth/answer.ts";
import { knownIn } from "#auth/browser-cookie.ts";
import type { Frame } from "#auth/route.ts";
import { surroundingsOf, visit } from "#auth/visitor.ts";
import { isUnanswered } from "#domain/system/index.ts";
import { BadBody } from "#http/body.ts";
import type { App } from "#http/context.ts";
import { errorText, log } from "#platform/log.ts";
import type { Page } from "#ui/page.ts";
import { type ProblemKind, problemPage } from "#ui/problem.ts";

const LONGEST_ORIGIN = 200;

/** Returns the handlers that draw error pages; `frame` draws the layout around a page that fits the user. */
export function errorPages(frame: Frame) {
	const draw = (c: Context<App>, page: Page, known: Pick<Parameters<Frame>[1], "who" | "surroundings">): Response =>
		shown(c, page, (drawn) => frame(drawn, { c, at: Date.now(), ...known }));
	const plain = (c: Context<App>, of: Parameters<typeof problemPage>[0]): Response =>
		draw(c, problemPage(of), { who: undefined, surroundings: surroundingsOf({}) });

	return {
		/** Answers that no page has this address. */
		missing: async (c: Context<App>): Promise<Response> =>
			draw(c, problemPage({ kind: "missing" }), await visit(c, Date.now())),

		/** Refuses a form that another site sent in the user's name, whatever its content type. */
		crossSite: (c: Context<App>): Response => {
			log("warn", "access.cross_site", { origin: c.req.header("Origin")?.slice(0, LONGEST_ORIGIN) ?? null });
			return plain(c, { kind: "cross_site" });
		},

		/**
		 * Refuses POST requests from an IP address that sends the forms of the sign-in pages faster than a person can,
		 * before anything else is checked. Requests from a browser in which users signed in before are counted under
		 * those users instead of the IP address, so that other people at the same address cannot keep them out.
		 */
		onlyPaced: async (c: Context<App>, next: Next): Promise<Response | undefined> => {
			const address = c.req.header("CF-Connecting-IP");
			if (c.req.method === "POST" && address) {
				const known = (await knownIn(c)).map(({ userId }) => userId);
				const key = known.length > 0 ? `known ${known.toSorted((a, b) => a - b).join(" ")}` : address;
				const { success } = await c.env.DOOR_LIMIT.limit({ key });
				if (!success) {
					log("warn", "access.too_many", { path: c.req.path });
					return plain(c, { kind: "too_many" });
				}
			}
			await next();
			return undefined;
		},

		/**
		 * Answers an error with an error page: a body that is too large or unreadable gets its own words; an unforeseen
		 * error is logged under an id, which is all that the page shows. When a store did not answer, the page holds
		 * the form with its key, so that a change that was written although its answer was lost is not written twice.
		 */
		crashed: async (error: Error, c: Context<App>): Promise<Response> => {
			const kind = kindOf(error);
			if (kind === "unanswered") {
				log("error", "request.storage_failed", { path: c.req.routePath, error: errorText(error) });
				c.header("Retry-After", "5");
				return plain(c, { kind, held: await heldForm(c), href: addressed(c) });
			}
			if (kind !== "crashed") return plain(c, { kind });
			const id = crypto.randomUUID();
			log("error", "request.crashed", { id, path: c.req.routePath, error: errorText(error) });
			return plain(c, { kind, id });
		},
	};
}

const addressed = (c: Context<App>): string => {
	const { pathname, search } = new URL(c.req.url);
	return pathname + search;
};

function kindOf(error: Error): ProblemKind {
	if (error instanceof BadBody) return error.status === 413 ? "too_large" : "unreadable";
	return isUnanswered(error) ? "unanswered" : "crashed";
}
