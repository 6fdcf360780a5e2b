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
	TagList,
} from "./types.ts";

export type * from "./types.ts";

export type ArticleType = ArticleReply["data"]["type"];
export type ArticleQuery = {
	type?: ArticleType;
	/** Slugs: any of them. */
	category?: string | string[];
	/** Slugs: any of them. */
	tag?: string | string[];
	search?: string;
	pinned?: boolean;
	page?: number;
	per_page?: number;
	sort?: "-published_at" | "published_at" | "title" | "relevance";
};
export type DocumentQuery = { category?: string; search?: string; page?: number; per_page?: number };

/** What `fetch` takes besides, so that Next.js's `next: { tags: [...] }` goes through. */
export type Init = RequestInit & {
	next?: { tags?: string[]; revalidate?: number | false };
	/**
	 * The revision that the answer must have reached: `data.rev` of a web-hook. An answer that is not there yet (503) is
	 * asked for again, five times, each after the seconds that the API names.
	 */
	minRev?: number;
};

export type ClientOptions = {
	/** The API's address, e.g. "https://api.example.org". */
	baseUrl: string;
	/** Another fetch than the global one. */
	fetch?: typeof globalThis.fetch;
	/** Goes into every request. */
	init?: Init;
};

/** An answer that is not 2xx: RFC 9457's problem, or what could be told of it. */
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

/** A typed reader of the content service. Every call throws an ApiError when the answer is not 2xx; 301s are followed. */
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
		/** A page of summaries, pinned ones first. */
		articles: (query: ArticleQuery = {}, init?: Init) => get<ArticleList>(`/articles${search(query)}`, init),
		/** One article with its related ones. 410 when it is archived. */
		article: (slug: string, init?: Init) => get<ArticleReply>(`/articles/${encodeURIComponent(slug)}`, init),
		categories: (init?: Init) => get<CategoryList>("/categories", init),
		tags: (init?: Init) => get<TagList>("/tags", init),
		/** The tree of pages. */
		pages: (init?: Init) => get<PageTree>("/pages", init),
		/** One page by slug or path, "about/team". */
		page: (path: string, init?: Init) => get<PageReply>(`/pages/${slugs(path)}`, init),
		homepage: (init?: Init) => get<HomepageReply>("/homepage", init),
		documents: (query: DocumentQuery = {}, init?: Init) => get<DocumentList>(`/documents${search(query)}`, init),
		document: (slug: string, init?: Init) => get<DocumentReply>(`/documents/${encodeURIComponent(slug)}`, init),
		/** What changed after a revision; ask again from `meta.rev` while `meta.has_more`. */
		changes: (since: number, init?: Init) => get<ChangesReply>(`/changes?since=${since}`, init),
	};
}
