/**
 * What the website knows of the content service. Answers are held in memory until a web-hook, or the list of changes,
 * says that something with one of their tags changed; the next question then names the revision that was told.
 */
import {
	ApiError,
	type Article,
	type ArticleQuery,
	type ArticleReply,
	type Client,
	createClient,
	type Document,
	type DocumentQuery,
	type Found,
	type Init,
	memoryCache,
	type Page,
	type PagePreviewReply,
	type PreviewReply,
	type SearchQuery,
} from "bingyou-client";

const HELD_MOST = 1_000;
/** A reader waits for a page; a build would wait longer. */
const PATIENCE = { timeoutMs: 8_000, retry: { times: 3, waitMs: 8_000 } };

/** What there is at an address: the thing, where it is now, nothing, or nothing any more. */
export type Answer<T> = { is: "here"; data: T } | { is: "moved"; to: string } | { is: "nothing" } | { is: "gone" };
type Drafts = { article: PreviewReply["data"]; page: PagePreviewReply["data"] };
type Held = { tags: readonly string[]; answer: Promise<unknown> };
export type ContentOptions = { api: string; token?: string | undefined };
export type Content = ReturnType<typeof createContent>;

/** All items of a list that comes page by page. */
async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
	const all: T[] = [];
	for await (const item of items) all.push(item);
	return all;
}

/** Makes the website's view of the service at `api`. */
export function createContent({ api, token }: ContentOptions) {
	const options = { baseUrl: api, token, cache: memoryCache(), init: PATIENCE };
	const client = createClient(options);
	const held = new Map<string, Held>();
	/** By tag, the newest revision that was told. */
	const told = new Map<string, number>();

	const initFor = (tags: readonly string[]): Init => ({
		minRev: Math.max(0, ...[...tags, "*"].map((tag) => told.get(tag) ?? 0)),
	});

	/** Answers from memory, else asks. The least recently read answer leaves first; a failure is not held. */
	function hold<T>(key: string, tags: readonly string[], ask: (init: Init) => Promise<T>): Promise<T> {
		const known = held.get(key);
		const answer = (known?.answer as Promise<T> | undefined) ?? ask(initFor(tags));
		held.delete(key);
		held.set(key, { tags, answer });
		if (!known) answer.catch(() => held.get(key)?.answer === answer && held.delete(key));
		for (const [oldest] of held) {
			if (held.size <= HELD_MOST) break;
			held.delete(oldest);
		}
		return answer;
	}

	/** Asks for one thing, and tells 410 from 404, which the client does not. */
	async function find<T>(ask: (client: Client) => Promise<Found<{ data: T }>>): Promise<Answer<T>> {
		let status = 0;
		const noting: typeof fetch = async (...request) => {
			const answer = await fetch(...request);
			status = answer.status;
			return answer;
		};
		const found = await ask(createClient({ ...options, fetch: noting }));
		if (found === null) return { is: status === 410 ? "gone" : "nothing" };
		return found.movedTo === undefined ? { is: "here", data: found.data } : { is: "moved", to: found.movedTo };
	}

	return {
		/** Drops what has one of the tags; what is asked from now on is of this revision or a later one. "*" is everything. */
		drop(tags: readonly string[], rev: number): void {
			for (const tag of tags) told.set(tag, Math.max(rev, told.get(tag) ?? 0));
			const isAll = tags.includes("*");
			for (const [key, one] of held) if (isAll || one.tags.some((tag) => tags.includes(tag))) held.delete(key);
		},
		changes: (since: number) => client.changes({ since }),
		site: () => hold("site", ["site"], async (init) => (await client.site(init)).data),
		homepage: () => hold("homepage", ["homepage"], (init) => client.homepage(init)),
		categories: () =>
			hold("categories", ["categories", "articles"], async (init) => (await client.categories(init)).data),
		tags: () => hold("tags", ["tags", "articles"], async (init) => (await client.tags(init)).data),
		articles: (query: ArticleQuery) => {
			const ask = (init: Init) => client.articles(query, init);
			return query.search === undefined
				? hold(`articles ${JSON.stringify(query)}`, ["articles"], ask)
				: ask(initFor(["articles"]));
		},
		article: (slug: string): Promise<Answer<Article & Pick<ArticleReply, "related">>> =>
			hold(`article ${slug}`, ["articles"], (init) =>
				find(async (one) => {
					const found = await one.article(slug, init);
					return found === null || found.movedTo !== undefined
						? found
						: { data: { ...found.data, related: found.related } };
				}),
			),
		/** All pages with their texts, by path. */
		pages: (): Promise<Page[]> => hold("pages", ["pages"], (init) => collected(client.pages.all(init))),
		tree: () => hold("tree", ["pages"], async (init) => (await client.pages(init)).data),
		page: (path: string): Promise<Answer<Page>> =>
			hold(`page ${path}`, ["pages"], (init) => find((one) => one.page(path, init))),
		documents: (query: DocumentQuery) => {
			const ask = (init: Init) => client.documents(query, init);
			return query.search === undefined
				? hold(`documents ${JSON.stringify(query)}`, ["documents"], ask)
				: ask(initFor(["documents"]));
		},
		/** A search is never held: it changes with the index, too. */
		search: (query: SearchQuery) => client.search(query, initFor(["articles", "pages", "documents"])),
		/** Every document, for the categories and years that a list offers. */
		allDocuments: (): Promise<Document[]> =>
			hold("all documents", ["documents"], (init) => collected(client.documents.all({ per_page: 50 }, init))),
		/** Every document of a kind, the newest first. */
		documentsOf: (kind: Document["kind"]): Promise<Document[]> =>
			hold(`documents of ${kind}`, ["documents"], (init) =>
				collected(client.documents.all({ kind, per_page: 50 }, init)),
			),
		document: (slug: string) =>
			hold(`document ${slug}`, ["documents"], (init) => find((one) => one.document(slug, init))),
		announcements: (page: number) =>
			hold(`announcements ${page}`, ["announcements"], (init) => client.announcements({ page }, init)),
		announcement: (slug: string) =>
			hold(`announcement ${slug}`, ["announcements"], (init) => find((one) => one.announcement(slug, init))),
		/** Where an old path of the website leads, fit for `Location`; undefined where it leads nowhere. */
		redirect: (path: string) =>
			hold(`redirect ${path}`, ["redirects", "articles", "pages", "documents"], async (init) => {
				const { data } = await client.redirects({ path }, init);
				return data[0]?.target;
			}),
		/** A draft with the token of its preview; null where the link is over or the text is gone. Never held. */
		draft: async <T extends "article" | "page">(type: T, { id, token }: { id: string; token: string }) => {
			try {
				return ((await client.preview[type](id, token))?.data as Drafts[T] | undefined) ?? null;
			} catch (error) {
				if (error instanceof ApiError && error.status < 500) return null;
				throw error;
			}
		},
		/** A feed or the sitemap, as the service writes it. */
		file: (path: string) =>
			hold(`file ${path}`, ["articles", "pages", "documents", "announcements", "site"], async () => {
				const answer = await fetch(`${api}/api/v1${path}`, { signal: AbortSignal.timeout(PATIENCE.timeoutMs) });
				if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
				return answer.text();
			}),
	};
}
