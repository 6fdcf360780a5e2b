/** Which address is which page, and what goes with every answer. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ApiError, ApiTimeout } from "bingyou-client";
import { listAnnouncements, showAnnouncement } from "./announcements.ts";
import { showArticle } from "./article.ts";
import { listArticles } from "./articles.ts";
import type { Content } from "./content.ts";
import { listDocuments, showDocument } from "./documents.ts";
import { showDraft, watching } from "./draft.ts";
import { goneFromHere, nothingHere, OUT_OF_ORDER } from "./errors.ts";
import { frame } from "./frame.ts";
import { showHome } from "./home.ts";
import { NOTICES } from "./kinds.ts";
import { local } from "./links.ts";
import { listNotices } from "./notices.ts";
import { showPage } from "./pages.ts";
import { FOCAL_STYLE } from "./pictures.ts";
import { search } from "./search.ts";
import { FAVICON } from "./signs.ts";
import { receive } from "./told.ts";
import type { Asked, Outcome, View } from "./view.ts";

export const HOOK_PATH = "/hooks/content";
const DAY = "public, max-age=86400";
/** Everybody may keep a page, and asks each time whether it is still the same. */
const ASK_AGAIN = "public, max-age=0, must-revalidate";
const STYLE = `${readFileSync(join(import.meta.dirname, "style.css"), "utf8")}${FOCAL_STYLE}`
	.replace(/\/\*[\s\S]*?\*\//g, "")
	.replace(/\s*([{};,])\s*/g, "$1")
	.replace(/\s+/g, " ")
	.trim();

const LISTS: Record<string, (asked: Asked) => Promise<Outcome>> = {
	"/": showHome,
	"/articles": listArticles,
	"/documents": listDocuments,
	[NOTICES.finance.path]: listNotices("finance"),
	[NOTICES.donations.path]: listNotices("donations"),
	"/announcements": listAnnouncements,
	"/search": search,
	"/draft": showDraft,
};
const ITEMS: Record<string, (asked: Asked, slug: string) => Promise<Outcome>> = {
	articles: showArticle,
	documents: showDocument,
	announcements: showAnnouncement,
};
const FILES: Record<string, readonly [path: string, type: string]> = {
	"/sitemap.xml": ["/sitemap.xml", "application/xml"],
	"/feed.xml": ["/feeds/articles.rss", "application/rss+xml"],
};

type Options = { content: Content; api: string; secret: string | undefined };

/** Makes the function that answers every request of the website. */
export function createWebsite({ content, api, secret }: Options): (request: Request) => Promise<Response> {
	const security = securityOf(api);
	const scripts = watching(api);

	async function answer(request: Request): Promise<Response> {
		const url = new URL(request.url);
		if (url.pathname === HOOK_PATH && request.method === "POST") return receive(request, content, secret);
		if (request.method !== "GET" && request.method !== "HEAD")
			return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
		if (url.pathname === "/favicon.svg") return written(FAVICON, { type: "image/svg+xml", cache: DAY });
		const script = scripts[url.pathname];
		if (script !== undefined) return written(script, { type: "text/javascript" });
		const file = FILES[url.pathname];
		if (file) return written(await content.file(file[0]), { type: file[1] });
		const site = await content.site();
		if (url.pathname === "/robots.txt")
			return written(`User-agent: *\nAllow: /\n\nSitemap: ${site.url}/sitemap.xml\n`, { type: "text/plain" });
		return page({ content, site, url });
	}

	async function page(asked: Asked): Promise<Response> {
		const { content, site, url } = asked;
		// One slash at each place: an address that begins with two would be another host's.
		const plain = `/${url.pathname.split("/").filter(Boolean).join("/")}`;
		if (plain !== url.pathname) {
			const target = await content.redirect(plain);
			return moved(target === undefined ? plain + url.search : local(target, site));
		}
		const outcome = await outcomeOf(asked);
		if (typeof outcome === "object" && "location" in outcome) return moved(outcome.location);
		if (typeof outcome === "object") return drawn(outcome, asked);
		const target = await content.redirect(url.pathname);
		if (target !== undefined) return moved(local(target, site));
		return drawn(outcome === "gone" ? goneFromHere() : nothingHere(), asked);
	}

	function drawn(view: View, { site, url }: Asked): Response {
		const { markup } = frame(view, { site, url, style: STYLE });
		const [status, headers] = [
			view.status ?? 200,
			view.isDraft ? { ...security, ...ofDraft(api, security) } : security,
		];
		return written(markup, { type: "text/html", status, headers, ...(view.isDraft && { cache: "private, no-store" }) });
	}

	return async (request) => {
		try {
			return await answer(request);
		} catch (error) {
			if (!(error instanceof ApiError || error instanceof ApiTimeout || error instanceof TypeError)) throw error;
			console.error(String(error));
			return written(OUT_OF_ORDER, {
				type: "text/html",
				status: 503,
				cache: "no-store",
				headers: { "Retry-After": "60" },
			});
		}
	};
}

/** Finds the page of an address. */
async function outcomeOf(asked: Asked): Promise<Outcome> {
	const list = LISTS[asked.url.pathname];
	if (list) return list(asked);
	const path = decoded(asked.url.pathname.slice(1));
	if (path === null) return "nothing";
	const [, place = "", slug = ""] = /^(articles|documents|announcements)\/([^/]+)$/.exec(path) ?? [];
	return ITEMS[place]?.(asked, slug) ?? showPage(asked, path);
}

function decoded(path: string): string | null {
	try {
		return decodeURIComponent(path);
	} catch {
		return null;
	}
}

/** Pages run no script; styles are ours, pictures and films come from where the service allows them. */
function securityOf(api: string): Record<string, string> {
	const style = createHash("sha256").update(STYLE).digest("base64");
	const policy = [
		"default-src 'none'",
		`style-src 'sha256-${style}'`,
		`img-src 'self' ${new URL(api).origin} https:`,
		"frame-src https://www.youtube-nocookie.com https://www.youtube.com https://player.vimeo.com",
		// There is no script; programs that judge a page fetch robots.txt from it.
		"connect-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	];
	return {
		"Content-Security-Policy": policy.join("; "),
		"Cross-Origin-Opener-Policy": "same-origin",
		"Permissions-Policy": "camera=(), geolocation=(), microphone=()",
	};
}

/** A draft runs the script that follows it, and its token goes nowhere. */
const ofDraft = (api: string, { "Content-Security-Policy": policy = "" }: Record<string, string>) => ({
	"Content-Security-Policy": policy.replace(
		"connect-src 'self'",
		`script-src 'self'; connect-src 'self' ${new URL(api).origin}`,
	),
	"Referrer-Policy": "no-referrer",
	"X-Robots-Tag": "noindex, nofollow",
});

const moved = (location: string): Response =>
	new Response(null, { status: 301, headers: { Location: location, "Cache-Control": ASK_AGAIN } });

type Written = { type: string; status?: number; cache?: string; headers?: Record<string, string> };

const written = (body: string, { type, status = 200, cache = ASK_AGAIN, headers = {} }: Written): Response =>
	new Response(body, {
		status,
		headers: { ...headers, "Content-Type": `${type}; charset=utf-8`, "Cache-Control": cache },
	});
