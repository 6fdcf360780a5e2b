import { paths } from "#http/paths.ts";
import { SITE_GROUP } from "#ui/main-menu.ts";
import type { StaffArea } from "./area.ts";

const group = SITE_GROUP;

/** The entries of the menu's group 官網管理, in the order of the menu. */
export const WEBSITE_AREAS: readonly StaffArea[] = [
	{
		group,
		label: "文章",
		href: paths.admin.articles.list(),
		gate: "articles",
		words: ["新聞", "消息", "草稿", "發布", "排程", "articles"],
	},
	{ group, label: "分類", href: paths.admin.categories.list(), gate: "categories", words: ["categories"] },
	{ group, label: "標籤", href: paths.admin.tags.list(), gate: "tags", words: ["關鍵字", "tags"] },
	{
		group,
		label: "單頁",
		href: paths.admin.pages.list(),
		gate: "pages",
		words: ["頁面", "關於我們", "頁面樹", "pages"],
	},
	{
		group,
		label: "媒體庫",
		href: paths.admin.media.list(),
		gate: "media",
		words: ["圖片", "照片", "附件", "替代文字", "media"],
	},
	{
		group,
		label: "文件",
		href: paths.admin.documents.list(),
		gate: "documents",
		words: ["章程", "下載", "檔案", "版本", "documents"],
	},
	{
		group,
		label: "Webhook",
		href: paths.admin.webhooks.list(),
		gate: "webhooks",
		words: ["官網更新", "通知", "密鑰"],
	},
];
