import * as z from "zod";
import { changesSince } from "#db/content/index.ts";
import { ChangesQuery, ChangesReply } from "#domain/content/index.ts";
import { endpoint } from "#http/endpoint.ts";

const AT_MOST = 500;

export const listChanges = endpoint({
	path: "/changes",
	summary: "某版次之後的異動",
	description: "給漏接 web-hook 的網站補抓：發布、更新與移除都在內。",
	params: z.object({}),
	query: ChangesQuery,
	reply: ChangesReply,
	example: "/changes?since=0",
	fill: async (fill, { query }) => {
		const [rows] = await fill.read(changesSince(query.since, AT_MOST + 1));
		const data = rows.slice(0, AT_MOST);
		const rev = data.at(-1)?.rev ?? query.since;
		return { kind: "json", known: false, body: { data, meta: { rev, has_more: rows.length > AT_MOST } } };
	},
});
