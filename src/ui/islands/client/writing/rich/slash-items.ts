import type { IconName } from "#ui/icon-names.ts";

/** What / puts in: the tool's name, its label, what it is for, and other words by which it is found. */
export type Item = { name: string; icon: IconName; label: string; hint: string; also: string };

export const ITEMS: readonly Item[] = [
	{ name: "h2", icon: "h2", label: "標題", hint: "一段的開頭", also: "大標 h2 heading title biaoti" },
	{ name: "h3", icon: "h3", label: "小標題", hint: "標題底下再分", also: "小標 h3 subheading xiaobiaoti biaoti" },
	{
		name: "bullets",
		icon: "list",
		label: "項目清單",
		hint: "一點一點列出",
		also: "列表 清單 ul list bullet xiangmu qingdan",
	},
	{
		name: "numbers",
		icon: "ordered",
		label: "編號清單",
		hint: "有先後順序",
		also: "列表 步驟 數字 ol number list bianhao qingdan",
	},
	{ name: "quote", icon: "quote", label: "引言", hint: "引用別人說的話", also: "引用 quote blockquote yinyan yinyong" },
	{
		name: "picture",
		icon: "image",
		label: "圖片",
		hint: "上傳或從媒體庫選",
		also: "照片 相片 img image photo picture tu tupian zhaopian",
	},
	{ name: "table", icon: "table", label: "表格", hint: "列與欄", also: "table grid biaoge" },
	{
		name: "video",
		icon: "video",
		label: "影片",
		hint: "YouTube 或 Vimeo",
		also: "視訊 youtube vimeo video film yingpian",
	},
	{ name: "file", icon: "file", label: "檔案", hint: "讓讀者下載", also: "下載 附件 pdf file download dangan wenjian" },
	{
		name: "link",
		icon: "link",
		label: "文章連結",
		hint: "連到官網的文章或單頁",
		also: "網址 超連結 link url lianjie wenzhang",
	},
	{ name: "rule", icon: "minus", label: "分隔線", hint: "隔開上下兩段", also: "橫線 hr line divider rule fengexian" },
];

/** Returns what is found by typed words, those that begin so first. */
export function itemsFor(query: string): readonly Item[] {
	const asked = query.trim().toLowerCase();
	if (asked === "") return ITEMS;
	const rank = ({ label, also }: Item): number => {
		const names = [label, ...also.split(" ")];
		return names.some((name) => name.startsWith(asked)) ? 0 : names.some((name) => name.includes(asked)) ? 1 : 2;
	};
	return ITEMS.filter((item) => rank(item) < 2).sort((a, b) => rank(a) - rank(b));
}
