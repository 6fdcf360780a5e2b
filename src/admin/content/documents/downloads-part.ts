import type { DownloadRow } from "#db/content/document-lists.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";

/** Draws the newest downloads of a document, with a link to all of them in the audit log. */
export const downloadsCard = (rows: readonly DownloadRow[], { id, at }: { id: number; at: number }): VNode =>
	card(
		{
			title: "下載紀錄",
			flush: rows.length > 0,
			id: "downloads",
			link: rows.length > 0 ? { href: logOf(id), label: "全部" } : undefined,
		},
		rows.length > 0
			? table({ caption: "下載紀錄", cards: true, columns: columns(at), rows: [...rows] })
			: html`<p class="soft small">還沒有人下載。不公開的檔案，每一次下載都會記在這裡。</p>`,
	);

const logOf = (id: number): string => `${paths.admin.audit.list()}?type=document&id=${id}&action=document.download`;

const columns = (at: number): Column<DownloadRow>[] => [
	{
		label: "誰",
		head: true,
		cell: ({ user_name, actor, on_behalf_of }) => [
			user_name ?? actor,
			on_behalf_of !== null && html`<small>代理 ${on_behalf_of}</small>`,
		],
	},
	{ label: "版次", cell: ({ number }) => (number === null ? "—" : `第 ${number} 版`) },
	{ label: "時間", nowrap: true, cell: (row) => ago(row.at, at) },
];
