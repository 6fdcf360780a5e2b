import { type Picture, press, WHO } from "./picture.ts";

/** The pictures of the READMEs, and of the editor. */
export const WEBSITE_PICTURES: readonly Picture[] = [
	{ name: "login", who: WHO.nobody, path: "/login" },
	{ name: "dashboard", who: WHO.accountant, path: "/admin", height: 1120 },
	{ name: "website", who: WHO.nobody, path: "/", on: "website", height: 1000 },
	{
		name: "editor",
		who: WHO.editor,
		path: "/admin/articles?q=冬季呼吸道",
		steps: async (page) => {
			await press("冬季呼吸道照護")(page);
			await page.locator(".grid td textarea").first().click();
		},
		height: 860,
	},
	{ name: "api-docs", who: WHO.nobody, path: "/api/v1/docs", height: 900 },
	{ name: "手冊/article-list", who: WHO.editor, path: "/admin/articles", mark: "main a:has-text('新增文章')" },
	{
		name: "手冊/article-new",
		who: WHO.editor,
		path: "/admin/articles/new",
		steps: async (page) => {
			await page.fill("[name=title]", "冬季病友聚會，十二月二十日見");
			await press("原始碼")(page);
			await page.fill(
				"[name=body]",
				"今年最後一次聚會，我們準備了熱湯與毛毯。\n\n## 時間與地點\n\n- 12 月 20 日（日）下午兩點\n- 協會會議室，有電梯與無障礙廁所\n\n## 報名\n\n請在 12 月 13 日前來電 02-2345-0000。",
			);
			await press("並排")(page);
		},
		height: 900,
		mark: "main button:has-text('發布'):visible",
	},
	{ name: "手冊/page-tree", who: WHO.editor, path: "/admin/pages", height: 760 },
	{ name: "手冊/media", who: WHO.editor, path: "/admin/media", height: 760 },
	{
		name: "手冊/release-withdrawal",
		who: WHO.admin,
		path: "/admin/releases",
		steps: press("邱明道", "撤回同意"),
		height: 900,
	},
];
