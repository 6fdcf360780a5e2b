import { type LinkRow, RECORDS_FOUND } from "#db/office/task-records.ts";
import { RecordSearch } from "#domain/office/tasks/form.ts";
import { RECORD_LABELS, type RecordType } from "#domain/office/tasks/labels.ts";
import { paths } from "#http/paths.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { field } from "#ui/field.ts";
import { freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { recordHref } from "./asks.ts";

const { tasks } = paths.admin;

/** A search for a record to link: its kind, the typed text and the results. */
export type Finding = { type: RecordType; q: string; found: readonly { id: number; title: string }[] };
export type LinksCard = {
	taskId: number;
	links: readonly LinkRow[];
	/** The kinds of records that the current user may see. */
	types: readonly RecordType[];
	mayLink: boolean;
	finding: Finding | undefined;
};

/**
 * Draws the card 連結的紀錄: the records that the task is linked to. A record that the user may not see is shown
 * without its name.
 */
export function linksCard(of: LinksCard): VNode {
	const { links, taskId, mayLink, finding } = of;
	return card(
		{ title: "連結的紀錄", count: links.length === 0 ? undefined : links.length, id: "links" },
		links.length === 0
			? html`<p class="soft small">還沒有連結會員、單據或文章。</p>`
			: html`<ul class="plain task-links">${links.map((link) => linkOf(link, { taskId, mayLink, types: of.types }))}</ul>`,
		mayLink &&
			disclosure(
				{ label: "新增連結", open: finding !== undefined },
				html`<div class="stack">${search(of)} ${finding && results(of, finding)}</div>`,
			),
	);
}

function linkOf(
	{ type, id, title }: LinkRow,
	{ taskId, mayLink, types }: Pick<LinksCard, "taskId" | "mayLink" | "types">,
): VNode {
	const label = RECORD_LABELS[type];
	const hidden = types.includes(type) && type !== "finance" ? "已刪除的紀錄，或您看不到的紀錄" : "您看不到的紀錄";
	return html`<li>
		<span class="soft small">${label}</span>
		${title === null ? html`<span class="soft">${icon("lock")} ${hidden}</span>` : html`<a href=${recordHref(type, id)}>${title}</a>`}
		${
			mayLink &&
			html`<form method="post" action=${tasks.linkRemoval(taskId)}>
				<input type="hidden" name="about" value=${`${type}:${id}`} />
				${button({ label: "移除連結", icon: "x", tone: "quiet", size: "s", square: true, about: `：${label} ${title ?? ""}` })}
			</form>`
		}
	</li>`;
}

const search = ({ taskId, types, finding }: LinksCard): VNode => {
	const state = freshForm({ find: finding?.type ?? types[0] ?? "", q: finding?.q ?? "" }, "link");
	return html`<form class="stack tight" method="get" action=${`${tasks.show(taskId)}#links`} role="search" aria-label="找要連結的紀錄">
		${field({
			name: "find",
			label: "哪一種紀錄",
			type: "select",
			state,
			options: types.map((value) => ({ value, label: RECORD_LABELS[value] })),
		})}
		${field({ name: "q", label: "姓名、編號、標題或金額", type: "search", state, maxlength: mostCharacters(RecordSearch) })}
		<div class="row">${button({ label: "搜尋" })}</div>
	</form>`;
};

function results({ taskId, links }: LinksCard, { type, q, found }: Finding): Children {
	if (found.length === 0)
		return html`<p class="soft small" role="status">${q === "" ? "請輸入要找的字。" : `找不到「${q}」的${RECORD_LABELS[type]}。`}</p>`;
	const isLinked = (id: number): boolean => links.some((link) => link.type === type && link.id === id);
	return [
		html`<ul class="plain task-links">
			${found.map(
				({ id, title }) => html`<li>
					<span>${title}</span>
					${
						isLinked(id)
							? html`<span class="soft small">已連結</span>`
							: html`<form method="post" action=${tasks.links(taskId)}>
									<input type="hidden" name="about" value=${`${type}:${id}`} />
									${button({ label: "連結", size: "s", about: `：${title}` })}
								</form>`
					}
				</li>`,
			)}
		</ul>`,
		found.length === RECORDS_FOUND &&
			html`<p class="soft small">只列出最新的 ${RECORDS_FOUND} 筆，多打幾個字可以縮小範圍。</p>`,
	];
}
