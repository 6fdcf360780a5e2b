import * as z from "zod";
import { redirectFrom, redirectsAfter } from "#db/content/index.ts";
import { asLocation, RedirectList, RedirectQuery } from "#domain/content/index.ts";
import { endpoint } from "#http/endpoint.ts";

const AT_MOST = 1_000;

export const listRedirects = endpoint({
	path: "/redirects",
	summary: "轉址",
	description:
		"官網上的舊路徑要轉到哪裡，由工作人員設定。轉到的內容還沒公開、或路徑上已有公開的內容時，不在其中。改過網址代稱的文章、頁面與文件不在這裡：它們的舊網址回 301。",
	params: z.object({}),
	query: RedirectQuery,
	defaults: { after: 0 },
	reply: RedirectList,
	example: "/redirects",
	fill: async (fill, { query }) => {
		const { path, after } = query;
		const [rows] = await fill.read(path === undefined ? redirectsAfter(after, AT_MOST + 1) : redirectFrom(path));
		const shown = rows.slice(0, AT_MOST);
		const data = shown.map((row) => ({ ...row, target: asLocation(row.target), status: 301 }));
		const meta = { after: shown.at(-1)?.id ?? after, has_more: rows.length > AT_MOST };
		return { kind: "json", known: path === undefined || data.length > 0, body: { data, meta } };
	},
});
