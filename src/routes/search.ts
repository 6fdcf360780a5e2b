import * as z from "zod";
import { type FoundText, textsByRef } from "#db/content/index.ts";
import { SearchQuery, SearchReply } from "#domain/content/index.ts";
import { endpoint } from "#http/endpoint.ts";
import { paths } from "#http/paths.ts";
import { canonicalSearch } from "#http/query.ts";
import { isoInTaipei } from "#kernel/times.ts";
import { listJson } from "#routes/list-json.ts";
import { searched } from "#routes/searching.ts";

const NONE = { total: 0, exact: 0, counts: { article: 0, page: 0, document: 0 } };

export const search = endpoint({
	path: "/search",
	summary: "搜尋",
	description:
		"文章、頁面與公開文件一起搜尋，依相關程度排列，並有各種的筆數。字詞都照樣出現的在前（match 為 exact）；只符合部分字詞，或簡體字、異體字、民國與西元年、同義詞符合的在後（partial）。沒有照樣符合的結果時，meta.suggestions 是可以改搜尋的字詞。",
	params: z.object({}),
	query: SearchQuery,
	defaults: { page: 1, per_page: 15 },
	reply: SearchReply,
	example: "/search?q=%E8%BC%AA%E6%A4%85",
	asksIndex: () => true,
	fill: async (fill, { query }) => {
		const { q: text, kind: shown, page, per_page: perPage } = query;
		const found = await searched(fill, {
			text,
			hasTags: shown === undefined || shown === "article",
			shown,
			sort: "relevance",
			limit: perPage,
			offset: (page - 1) * perPage,
		});
		const [rows, near] = found ? await fill.read(textsByRef(found.hits), ...found.near) : [[], []];
		const { total, exact, counts } = found ?? NONE;
		const suggestions = found?.suggestions(near) ?? [];
		const byRef = new Map(rows.map((row) => [`${row.kind}:${row.id}`, row]));
		const data = (found?.hits ?? []).flatMap((hit) => {
			const row = byRef.get(`${hit.kind}:${hit.refId}`);
			return row && found ? [{ ...textJson(row, fill.site.origin), ...found.marked(hit) }] : [];
		});
		const address =
			fill.site.base + paths.api.search() + canonicalSearch({ ...query, page: undefined }, { per_page: 15 });
		const list = listJson(data, { page, perPage, total, address, exact, suggestions });
		return { kind: "json", known: false, body: { ...list, meta: { ...list.meta, counts } } };
	},
});

const ADDRESS = { article: paths.site.article, page: paths.site.page, document: paths.site.document };

const textJson = ({ kind, id, title, excerpt, slug, published_at }: FoundText, origin: string) => ({
	kind,
	id,
	title,
	excerpt,
	slug,
	url: origin + ADDRESS[kind](slug),
	published_at: isoInTaipei(published_at),
});
