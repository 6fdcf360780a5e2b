import type {
	ArticleList,
	ArticleReply,
	CategoryList,
	ChangesReply,
	DocumentList,
	DocumentReply,
	HomepageReply,
	PageReply,
	PageTree,
	Problem,
	RedirectList,
	SiteReply,
	TagList,
} from "./types.ts";

export type * from "./types.ts";

export type ArticleType = ArticleReply["data"]["type"];
export type ArticleQuery = {
	type?: ArticleType;
	/** The slug of a category; of several, articles in any of them. */
	category?: string | string[];
	/** The slug of a tag; of several, articles with any of them. */
	tag?: string | string[];
	search?: string;
	pinned?: boolean;
	page?: number;
	per_page?: number;
	sort?: "-published_at" | "published_at" | "title" | "relevance";
};
export type DocumentQuery = { category?: string; search?: string; page?: number; per_page?: number };

/** Options for `fetch`; Next.js's `next: { tags: [...] }` is passed on. */
export type Init = RequestInit & {
	next?: { tags?: string[]; revalidate?: number | false };
	/**
	 * The revision that the answer must have reached, which is `data.rev` of a webhook. While the API answers 503
	 * because it has not reached it, the request is repeated up to five times, each time after the number of seconds
	 * that the API names.
	 */
	minRev?: number;
};

export type ClientOptions = {
	/** The address of the API, such as "https://api.example.org". */
	baseUrl: string;
	/** A function to use in place of the global `fetch`. */
	fetch?: typeof globalThis.fetch;
	/** Options of every request. */
	init?: Init;
};

/**
 * The error for an answer whose status is not 2xx. `problem` is the problem of RFC 9457; undefined when the answer has
 * none.
 */
export class ApiError extends Error {
	override readonly name = "ApiError";
	readonly status: number;
	readonly problem: Problem | undefined;

	constructor(status: number, problem: Problem | undefined) {
		super(problem ? `${status} ${problem.title}: ${problem.detail}` : `The API answered ${status}`);
		this.status = status;
		this.problem = problem;
	}
}

type Value = string | number | boolean | string[] | undefined;

const search = (query: Record<string, Value>): string => {
	const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
		value === undefined ? [] : [[name, Array.isArray(value) ? value.join(",") : String(value)]],
	);
	return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
};
const slugs = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

const MOST_AGAIN = 5;
const pause = (seconds: number): Promise<void> =>
	new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(Math.max(1, seconds || 1), 10)));

/**
 * Makes a typed client that reads the API. Every method throws an ApiError when the status is not 2xx; 301 redirects
 * are followed.
 */
export function createClient({ baseUrl, fetch = globalThis.fetch, init: always }: ClientOptions) {
	const get = async <T>(path: string, init?: Init): Promise<T> => {
		const { minRev, ...rest } = { ...always, ...init };
		const headers = new Headers(rest.headers);
		if (minRev !== undefined) headers.set("X-Min-Rev", String(minRev));
		const ask = () => fetch(`${baseUrl.replace(/\/+$/, "")}/api/v1${path}`, { ...rest, headers });
		let answer = await ask();
		for (let again = 0; again < MOST_AGAIN && minRev !== undefined && answer.status === 503; again++) {
			await answer.body?.cancel();
			await pause(Number(answer.headers.get("Retry-After")));
			answer = await ask();
		}
		if (answer.ok) return answer.json() as Promise<T>;
		const isProblem = answer.headers.get("Content-Type")?.startsWith("application/problem+json");
		throw new ApiError(answer.status, isProblem ? ((await answer.json()) as Problem) : undefined);
	};
	return {
		/** Reads a page of article summaries, pinned articles first. */
		articles: (query: ArticleQuery = {}, init?: Init) => get<ArticleList>(`/articles${search(query)}`, init),
		/** Reads an article with its related articles. The status is 410 when it is archived. */
		article: (slug: string, init?: Init) => get<ArticleReply>(`/articles/${encodeURIComponent(slug)}`, init),
		categories: (init?: Init) => get<CategoryList>("/categories", init),
		tags: (init?: Init) => get<TagList>("/tags", init),
		/** Reads the tree of pages. */
		pages: (init?: Init) => get<PageTree>("/pages", init),
		/** Reads a page by its slug or path, such as "about/team". */
		page: (path: string, init?: Init) => get<PageReply>(`/pages/${slugs(path)}`, init),
		/** Reads what the website shows of the association: its name, logo, contact and links. */
		site: (init?: Init) => get<SiteReply>("/site", init),
		homepage: (init?: Init) => get<HomepageReply>("/homepage", init),
		documents: (query: DocumentQuery = {}, init?: Init) => get<DocumentList>(`/documents${search(query)}`, init),
		document: (slug: string, init?: Init) => get<DocumentReply>(`/documents/${encodeURIComponent(slug)}`, init),
		/** Reads where old paths of the website lead. While `meta.has_more` is true, ask again with `meta.after`. */
		redirects: (query: { after?: number; path?: string } = {}, init?: Init) =>
			get<RedirectList>(`/redirects${search(query)}`, init),
		/** Reads what changed after a revision. While `meta.has_more` is true, ask again with `meta.rev`. */
		changes: (since: number, init?: Init) => get<ChangesReply>(`/changes?since=${since}`, init),
	};
}
