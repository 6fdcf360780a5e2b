import type { Context } from "hono";
import type * as z from "zod";
import { aroundPreview, articleForPreview, pageForPreview } from "#db/content/index.ts";
import { read } from "#db/read.ts";
import {
	type FileRef,
	mapFiles,
	PagePreviewReply,
	PreviewParams,
	PreviewQuery,
	PreviewReply,
	type TextKind,
	withoutSources,
} from "#domain/content/index.ts";
import type { Bindings } from "#env.ts";
import type { App, Handler, Site } from "#http/context.ts";
import type { Address } from "#http/endpoint.ts";
import { paths } from "#http/paths.ts";
import { verifyPreview } from "#http/preview-token.ts";
import { publish, refuse } from "#http/public.ts";
import { parseQuery } from "#http/query.ts";
import { knownState } from "#http/state.ts";
import { articleJson } from "#routes/article-json.ts";
import { pageJson } from "#routes/pages.ts";

const PRIVATE = { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex, nofollow" };
const FILES = "檔案與圖片的網址帶有同一個 token，可直接顯示草稿的圖片，與連結同時失效。";

type Asked = { env: Bindings; id: number; site: Site; file: (ref: FileRef) => string };
/**
 * The declaration of a preview's address: a draft as JSON for a visitor with a signed link that has not expired; `show`
 * reads the draft, undefined when there is none.
 */
type Preview = Address & { kind: TextKind; show: (asked: Asked) => Promise<unknown> };

const shared = { params: PreviewParams, query: PreviewQuery, also: [403, 404] } as const;

export const articlePreview: Preview = {
	kind: "article",
	...shared,
	path: "/preview/articles/:id",
	summary: "預覽草稿",
	description: `以編輯分享的連結讀取未發布的文章；連結一小時後失效，回應不快取也不供索引。${FILES}`,
	example: "/preview/articles/{id}?token=",
	reply: PreviewReply,
	show: async ({ env, id, site, file }) => {
		const { rows } = await read(env.DB, articleForPreview(id));
		const [row] = rows[0];
		if (!row || row.state === "trashed") return undefined;
		const shown = articleJson(
			{ ...withFiles(row, site, file), published_at: row.published_at ?? row.updated_at },
			site,
		);
		const cover = shown.cover_image && { ...shown.cover_image, url: coverAddress(row, file), variants: [] };
		const data = {
			...shown,
			published_at: row.published_at === null ? null : shown.published_at,
			cover_image: cover,
			attachments: shown.attachments.map((one) => ({ ...one, url: file(one), variants: [] })),
			seo: { ...shown.seo, image: row.seo_image === null ? cover : onlyOriginal(shown.seo.image) },
			state: row.state,
		};
		return PreviewReply.parse({ data });
	},
};

export const pagePreview: Preview = {
	kind: "page",
	...shared,
	path: "/preview/pages/:id",
	summary: "預覽未發布的頁面",
	description: `以編輯分享的連結讀取未發布的頁面；連結一小時後失效，回應不快取也不供索引。${FILES}`,
	example: "/preview/pages/{id}?token=",
	reply: PagePreviewReply,
	show: async ({ env, id, site, file }) => {
		const { rows } = await read(env.DB, pageForPreview(id), aroundPreview(id));
		const [[row], around] = rows;
		if (!row || row.state === "trashed") return undefined;
		const shown = pageJson(withFiles(row, site, file), around, site);
		const seo = { ...shown.seo, image: onlyOriginal(shown.seo.image) };
		return PagePreviewReply.parse({ data: { ...shown, seo, state: row.state } });
	},
};

/** Returns a picture without its smaller copies: those of a draft have no address that its token opens. */
const onlyOriginal = <P extends object>(picture: P | null) => picture && { ...picture, variants: [] };

type Texts = { body_markdown: string; body_html: string; seo_image: string | null };

/**
 * Rewrites the addresses of files in a draft's texts to addresses that the preview token opens, because the files of a
 * draft are not public.
 */
function withFiles<R extends Texts>(row: R, { base }: Site, file: Asked["file"]): R {
	const mapped = (text: string) => mapFiles(text, base, file);
	return {
		...row,
		body_markdown: mapped(row.body_markdown),
		body_html: mapped(withoutSources(row.body_html)),
		seo_image: row.seo_image === null ? null : mapped(row.seo_image),
	};
}

const coverAddress = (
	{ cover_id, cover_filename }: { cover_id: string | null; cover_filename: string | null },
	file: Asked["file"],
): string => file({ id: cover_id ?? "", filename: cover_filename ?? "" });

/**
 * Makes the handler of a preview's address: it answers 404 for an unknown draft, 400 without a token, 403 for a token
 * that is not valid, and never lets a cache store the answer.
 */
export const servePreview =
	({ kind, show }: Preview): Handler =>
	async (c) => {
		const state = await knownState(c);
		const params = PreviewParams.safeParse(c.req.param());
		const no = (status: 400 | 403 | 404, detail: string, more = {}) =>
			refuse(c, state, { status, detail, headers: PRIVATE, ...more });
		if (!params.success) return no(404, `No ${kind} has this address.`);
		const query = parseQuery(PreviewQuery, new URL(c.req.url).searchParams, []);
		if (!query.ok) return no(400, "A preview needs its token.", { errors: query.errors });
		const { token } = query.value;
		if (!(await isOpen(c, { kind, id: params.data.id, token })))
			return no(403, "This preview link is over or not ours. Ask for a new one.");
		const { id } = params.data;
		const file = (ref: FileRef) => state.site.base + paths.preview.file({ kind, id }, ref, token);
		const data = await show({ env: c.env, id, site: state.site, file });
		if (data === undefined) return no(404, `No ${kind} has this address.`);
		return publish(c, Response.json(data, { headers: PRIVATE }), state);
	};

const isOpen = async (
	c: Context<App>,
	{ token, ...of }: { kind: TextKind; id: number } & z.infer<typeof PreviewQuery>,
): Promise<boolean> => (await verifyPreview(c.env.PREVIEW_KEY, token, { ...of, now: Date.now() })) !== undefined;
