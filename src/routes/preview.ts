import { articleForPreview } from "#db/articles.ts";
import { read } from "#db/read.ts";
import { PreviewParams, PreviewQuery, PreviewReply } from "#domain/articles/schema.ts";
import type { Address, Handler } from "#http/endpoint.ts";
import { verifyPreview } from "#http/preview-token.ts";
import { publish, refuse } from "#http/public.ts";
import { parseQuery } from "#http/query.ts";
import { knownState } from "#http/state.ts";
import { articleJson } from "#routes/article-json.ts";

const PRIVATE = { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex, nofollow" };

export const previewAddress: Address = {
	path: "/preview/articles/:id",
	summary: "預覽草稿",
	description: "以編輯分享的連結讀取未發布的文章；連結一小時後失效，回應不快取也不供索引。",
	example: "/preview/articles/{id}?token=",
	params: PreviewParams,
	query: PreviewQuery,
	reply: PreviewReply,
	also: [403, 404],
};

/** A draft as JSON, for whoever holds a signed link that is not over; never kept anywhere. */
export const previewArticle: Handler = async (c) => {
	const state = await knownState(c);
	const params = PreviewParams.safeParse(c.req.param());
	if (!params.success)
		return refuse(c, state, { status: 404, detail: "No article has this address.", headers: PRIVATE });
	const query = parseQuery(PreviewQuery, new URL(c.req.url).searchParams, []);
	if (!query.ok) {
		return refuse(c, state, {
			status: 400,
			detail: "A preview needs its token.",
			errors: query.errors,
			headers: PRIVATE,
		});
	}
	if (!(await verifyPreview(c.env.PREVIEW_KEY, query.value.token, { articleId: params.data.id, now: Date.now() }))) {
		return refuse(c, state, {
			status: 403,
			detail: "This preview link is over or not ours. Ask for a new one.",
			headers: PRIVATE,
		});
	}
	const { rows } = await read(c.env.DB, articleForPreview(params.data.id));
	const [row] = rows[0];
	if (!row || row.state === "trashed") {
		return refuse(c, state, { status: 404, detail: "No article has this address.", headers: PRIVATE });
	}
	const shown = articleJson({ ...row, published_at: row.published_at ?? row.updated_at }, state.site);
	const data = { ...shown, published_at: row.published_at === null ? null : shown.published_at, state: row.state };
	return publish(c, Response.json(PreviewReply.parse({ data }), { headers: PRIVATE }), state);
};
