import type { PreviewRow } from "#db/content/index.ts";
import { type FileRef, type Hosts, previewHtml, type State, type TextKind } from "#domain/content/index.ts";
import { paths } from "#http/paths.ts";
import { html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { reading } from "#ui/reading.ts";
import { dateWords, timeWords } from "#ui/time.ts";

const NAMES: Record<TextKind, string> = { article: "文章", page: "單頁" };

/**
 * The text behind a preview link: its row, until when the link works (UTC milliseconds), the origins for its links, and
 * the addresses of its files.
 */
export type Shown = {
	kind: TextKind;
	row: PreviewRow;
	expiresAt: number;
	hosts: Hosts;
	file: (ref: FileRef) => string;
	/** The address that answers the same draft as JSON. */
	json: string;
};

const STANDINGS: Record<Exclude<State, "published">, string> = {
	draft: "尚未公開",
	scheduled: "尚未公開，已排程發布",
	archived: "已封存，不在官網上",
	trashed: "在垃圾桶裡",
};

function banner({ kind, row, expiresAt, hosts }: Shown): VNode {
	const until = html`<time datetime=${new Date(expiresAt).toISOString()}>${timeWords(expiresAt)}</time>`;
	if (row.state !== "published")
		return notice({ tone: "warn" }, html`<span>預覽：${STANDINGS[row.state]}，連結有效至 ${until}。請勿轉傳。</span>`);
	const href = hosts.origin + paths.site[kind](row.place);
	return notice(
		{ tone: "info" },
		html`<span>預覽：這份${NAMES[kind]}已經公開，<a href=${href}>到官網閱讀</a>。連結有效至 ${until}。</span>`,
	);
}

/** Writes the publication day that readers will see; a draft has none yet. */
function dayOf({ published_at, publish_at, state }: PreviewRow): string {
	const at = published_at ?? (state === "scheduled" ? publish_at : null);
	return at === null ? "尚未發布" : dateWords(at);
}

/** Draws a text in whatever state as its readers will see it, under a banner that says that it is not public yet. */
export function draftPage(shown: Shown): Page {
	const { kind, row, hosts, file } = shown;
	const files: { id: string; filename: string; size: number; description: string }[] = JSON.parse(row.attachments);
	const minutes = row.reading_minutes === null ? [] : [`約 ${row.reading_minutes} 分鐘讀完`];
	return {
		title: row.title,
		lead: part({ name: "draft-watch", props: { href: shown.json } }, banner(shown)),
		outside: true,
		sheets: ["writing"],
		body: reading({
			facts: kind === "article" ? [dayOf(row), ...(row.author_name ? [row.author_name] : []), ...minutes] : [],
			cover:
				row.cover_id === null || row.cover_filename === null
					? null
					: {
							url: file({ id: row.cover_id, filename: row.cover_filename }),
							alt: row.cover_alt,
							width: row.cover_width,
							height: row.cover_height,
						},
			body: previewHtml(row.body_html, hosts, file),
			attachments: files.map((one) => ({ ...one, url: file(one) })),
		}),
	};
}

/** Draws the page of a preview link that has expired or never worked (403), or whose text was deleted (404). */
export const deadPage = (status: 403 | 404): Page => ({
	title: status === 403 ? "預覽連結已失效" : "找不到這份內容",
	status,
	sheets: ["writing"],
	body: html`<div class="stack loose">
		${notice(
			{ tone: "warn" },
			status === 403
				? "這個預覽連結已過期或不完整。預覽連結只在一小時內有效，請向編輯索取新的連結。"
				: "這份內容已被移除，預覽連結無法開啟。請向編輯確認，或索取新的連結。",
		)}
	</div>`,
});
