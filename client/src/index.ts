import type { AnswerCache } from "./cache.ts";
import { eachOf, eachPart, type PageOfList } from "./each.ts";
import { type Init, type Said, type Sending, send } from "./send.ts";
import type {
	AnnouncementList,
	ArticleList,
	DocumentList,
	Page,
	PageTree,
	Queries,
	Replies,
	SearchHit,
	WholeArticleList,
	WholePageList,
} from "./types.ts";

export { type AnswerCache, type Kept, memoryCache } from "./cache.ts";
export { type WatchedDraft, watchDraft } from "./draft.ts";
export { ApiError, ApiTimeout } from "./errors.ts";
export type { Init, Retry } from "./send.ts";
export type * from "./types.ts";
export {
	type VerifyOptions,
	verifyWebhook,
	WebhookError,
	type WebhookMessage,
	type WebhookRefusal,
} from "./webhook.ts";

export type ArticleType = Replies["/articles/{slug}"]["data"]["type"];
export type ArticleQuery = Queries["/articles"];
export type DocumentQuery = Queries["/documents"];
export type SearchQuery = Queries["/search"];

export type ClientOptions = {
	/** The address of the API, such as "https://api.example.org". */
	baseUrl: string;
	/** A read token of the association's administration. It belongs on a server, never in a browser. */
	token?: string | undefined;
	/** Keeps answers with their ETags, as `memoryCache()` does. None unless given. */
	cache?: AnswerCache | undefined;
	/** A function to use in place of the global `fetch`. */
	fetch?: typeof globalThis.fetch;
	/** Options of every request. */
	init?: Init;
};

/** A thing that has another address now: `movedTo` is its present slug (of a page its path) as plain text. */
export type Moved = { movedTo: string };
/** What there is at an address: the reply, where it is now, or null where there is nothing (404) or no more (410). */
export type Found<T> = (T & { movedTo?: undefined }) | Moved | null;

/** What each list answers: as it is, and with `include=body`. */
type Lists = {
	"/articles": { plain: ArticleList; body: WholeArticleList };
	"/documents": { plain: DocumentList; body: DocumentList };
	"/announcements": { plain: AnnouncementList; body: AnnouncementList };
};
type PageOf<P extends keyof Lists, Q> = Lists[P][Q extends { include: "body" } ? "body" : "plain"];
type ItemOf<P extends keyof Lists, Q> = PageOf<P, Q>["data"][number];
type Value = string | number | boolean | readonly string[] | undefined;

const search = (query: object): string => {
	const pairs = Object.entries(query as Record<string, Value>).flatMap(([name, value]): [string, string][] =>
		value === undefined ? [] : [[name, Array.isArray(value) ? value.join(",") : String(value)]],
	);
	return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
};

/** Returns a slug as plain text, whether it is plain already or percent-encoded as the `params` of Next.js are. */
function plain(slug: string): string {
	try {
		return decodeURIComponent(slug).normalize("NFC");
	} catch {
		return slug.normalize("NFC");
	}
}
const encoded = (path: string): string =>
	path
		.split("/")
		.filter(Boolean)
		.map((slug) => encodeURIComponent(plain(slug)))
		.join("/");

/** Makes a typed client that reads the API. Its methods throw an ApiError for an answer that they do not tell. */
export function createClient(options: ClientOptions) {
	const sending: Sending = {
		base: options.baseUrl.replace(/\/+$/, ""),
		fetch: options.fetch ?? ((...of) => globalThis.fetch(...of)),
		always: options.init,
		token: options.token,
		cache: options.cache,
	};

	/** An address that always has an answer. */
	const whole =
		<P extends keyof Replies>(path: P) =>
		(init?: Init): Promise<Replies[P]> =>
			read<P>(path, init);
	async function read<P extends keyof Replies>(path: string, init?: Init): Promise<Replies[P]> {
		const said = await send(sending, path, init);
		if (said.kind === "json") return JSON.parse(said.text);
		throw new TypeError(`${sending.base}/api/v1${path} is not an address of the API`);
	}

	/** A list: called it reads one page, `all` goes through the pages and gives one item after the other. */
	function list<P extends keyof Lists>(path: P) {
		const page = (query: object, init?: Init) => read<P>(path + search(query), init) as Promise<unknown>;
		const all = <Q extends Queries[P]>(query?: Q, init?: Init) =>
			eachOf<ItemOf<P, Q>>(query ?? {}, (asked) => page(asked, init) as Promise<PageOfList<ItemOf<P, Q>>>);
		const one = <Q extends Queries[P]>(query?: Q, init?: Init) => page(query ?? {}, init) as Promise<PageOf<P, Q>>;
		return Object.assign(one, { all });
	}

	/** Goes through all pages with their texts, by path. */
	const everyPage = (init?: Init) =>
		eachOf<Page>({ include: "body" }, (asked) => read(`/pages${search(asked)}`, init) as Promise<WholePageList>);

	/** One thing by its slug; of a page by its path. */
	const one =
		<P extends keyof Replies>(path: P) =>
		async (slug: string, init?: Init): Promise<Found<Replies[P]>> => {
			const place = path.slice(0, path.indexOf("{"));
			return foundIn<Replies[P]>(await send(sending, place + encoded(slug), init), place);
		};

	/** A draft, by the id and the token of a preview's link. Nothing keeps it. */
	const draft =
		<P extends keyof Replies>(path: P) =>
		async (id: number | string, token: string, init?: Init): Promise<Replies[P] | null> => {
			const address = `${path.slice(0, path.indexOf("{"))}${encodeURIComponent(id)}${search({ token })}`;
			const said = await send(sending, address, { cache: "no-store", ...init }, false);
			return said.kind === "json" ? JSON.parse(said.text) : null;
		};

	const find = (query: SearchQuery, init?: Init) => read<"/search">(`/search${search(query)}`, init);
	const allHits = (query: SearchQuery, init?: Init) =>
		eachOf<SearchHit>(query, (asked) => find({ ...query, ...asked }, init));

	const changes = (query: Queries["/changes"], init?: Init) => read<"/changes">(`/changes${search(query)}`, init);
	const allChanges = ({ since }: Queries["/changes"], init?: Init) =>
		eachPart(since, async (rev) => {
			const { data, meta } = await changes({ since: rev }, init);
			return { data, next: meta.has_more ? meta.rev : null };
		});
	const redirects = (query: Queries["/redirects"] = {}, init?: Init) =>
		read<"/redirects">(`/redirects${search(query)}`, init);
	const allRedirects = (init?: Init) =>
		eachPart(0, async (after) => {
			const { data, meta } = await redirects({ after }, init);
			return { data, next: meta.has_more ? meta.after : null };
		});

	return {
		/** Article summaries, pinned articles first. */
		articles: list("/articles"),
		/** An article with its related articles. */
		article: one("/articles/{slug}"),
		categories: whole("/categories"),
		tags: whole("/tags"),
		/** The tree of pages; `all` goes through the whole pages, with their texts. */
		pages: Object.assign((init?: Init) => read("/pages", init) as Promise<PageTree>, { all: everyPage }),
		/** A page by its slug or path, such as "about/team". */
		page: one("/pages/{path}"),
		homepage: whole("/homepage"),
		documents: list("/documents"),
		document: one("/documents/{slug}"),
		/** Articles, pages and documents that have the words of `q`: the exact hits first, then those that have a part of them. */
		search: Object.assign(find, { all: allHits }),
		/** The announcements that are public now, pinned ones first. */
		announcements: list("/announcements"),
		announcement: one("/announcements/{slug}"),
		/** What the association says of itself, for header and footer. */
		site: whole("/site"),
		/** Where old paths of the website lead, or one of them. While `meta.has_more`, ask again with `meta.after`, or use `all`. */
		redirects: Object.assign(redirects, { all: allRedirects }),
		/** What changed after a revision, oldest first. While `meta.has_more`, ask again with `meta.rev`, or use `all`. */
		changes: Object.assign(changes, { all: allChanges }),
		preview: { article: draft("/preview/articles/{id}"), page: draft("/preview/pages/{id}") },
	};
}

export type Client = ReturnType<typeof createClient>;

function foundIn<T>(said: Said, place: string): Found<T> {
	if (said.kind === "nothing") return null;
	if (said.kind === "json") return JSON.parse(said.text);
	const { pathname } = new URL(said.to, "https://api.invalid");
	return {
		movedTo: pathname
			.slice(pathname.indexOf(place) + place.length)
			.split("/")
			.map(plain)
			.join("/"),
	};
}
