import * as z from "zod";
import { selectSite } from "#db/system/index.ts";
import { SiteReply, siteFacts } from "#domain/system/index.ts";
import { endpoint } from "#http/endpoint.ts";
import { paths } from "#http/paths.ts";

const Logo = z.object({ id: z.int(), width: z.int().nullable(), height: z.int().nullable() });

export const showSite = endpoint({
	path: "/site",
	summary: "官網資料",
	description: "協會名稱、標誌、聯絡方式、社群連結與隱私權政策的網址，供官網的頁首與頁尾使用。",
	params: z.object({}),
	query: z.strictObject({}),
	reply: SiteReply,
	example: "/site",
	fill: async (fill) => {
		const [[stored]] = await fill.read(selectSite());
		const logo = stored?.logo ? Logo.parse(JSON.parse(stored.logo)) : null;
		const data = {
			...siteFacts(stored?.settings),
			url: fill.site.origin,
			logo: logo && { url: fill.site.base + paths.logo(logo.id), width: logo.width, height: logo.height },
		};
		return { kind: "json", known: true, body: { data } };
	},
});
