import * as z from "zod";
import { menuRows } from "#db/content/index.ts";
import { selectSite } from "#db/system/index.ts";
import { Menus, menusOf } from "#domain/content/index.ts";
import { SiteFacts, siteFacts } from "#domain/system/index.ts";
import { endpoint } from "#http/endpoint.ts";
import { paths } from "#http/paths.ts";

const Site = SiteFacts.extend({ menus: Menus }).meta({ id: "Site" });
const SiteReply = z.object({ data: Site }).meta({ id: "SiteReply" });
const Logo = z.object({ id: z.int(), width: z.int().nullable(), height: z.int().nullable() });

export const showSite = endpoint({
	path: "/site",
	summary: "官網資料",
	description:
		"協會名稱、標誌、聯絡方式、社群連結、隱私權政策的網址與選單，供官網的頁首與頁尾使用。選單裡連到的內容沒有公開時，不在其中。",
	params: z.object({}),
	query: z.strictObject({}),
	reply: SiteReply,
	example: "/site",
	fill: async (fill) => {
		const [[stored], items] = await fill.read(selectSite(), menuRows());
		const logo = stored?.logo ? Logo.parse(JSON.parse(stored.logo)) : null;
		const data = {
			...siteFacts(stored?.settings),
			url: fill.site.origin,
			menus: menusOf(items, fill.site.origin),
			logo: logo && { url: fill.site.base + paths.logo(logo.id), width: logo.width, height: logo.height },
		};
		return { kind: "json", known: true, body: { data } };
	},
});
