import { reachWords } from "#admin/content/index.ts";
import { CONTENT_GATES, CONTENT_KINDS, CONTENT_NAMES, EDITORS } from "#admin/shell/search/words.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { PublishRow } from "#db/content/index.ts";
import type { ContentFigures, LeftForm, PlannedRow } from "#db/shell/dashboard.ts";
import type { State } from "#domain/content/index.ts";
import type { EntryKind } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { funds } from "#ui/facts.ts";
import { type Children, html } from "#ui/html.ts";
import { type Item, items } from "#ui/items.ts";
import { figure } from "#ui/money.ts";
import { ago, dayAndClock } from "#ui/time.ts";

/** Returns the kinds of content whose editors the user may open. */
export const editable = (who: Visitor): EntryKind[] => CONTENT_KINDS.filter((kind) => allows(CONTENT_GATES[kind], who));

const editorOf = (who: Visitor, kind: EntryKind, id: number): { href?: string } =>
	allows(CONTENT_GATES[kind], who) ? { href: EDITORS[kind].show(id) } : {};

/** Returns the address of an unsaved form; the form of a new text opens under its slot name. */
const leftAt = ({ resource, slot }: LeftForm): string =>
	/^\d+$/.test(slot) ? EDITORS[resource].show(Number(slot)) : EDITORS[resource].resume(slot);

/** Draws the content that the current user typed and has not saved; nothing when there is none. */
export const drawLeftForms = (rows: LeftForm[], at: number, who: Visitor): Children => {
	const open = rows.filter(({ resource }) => allows(CONTENT_GATES[resource], who));
	return (
		open.length > 0 &&
		card(
			{ title: "您未儲存的內容", flush: true },
			items(
				open.map((row) => ({
					title: row.title || "（還沒有標題）",
					href: leftAt(row),
					sub: CONTENT_NAMES[row.resource],
					end: ago(row.saved_at, at),
					endSub: "自動儲存",
				})),
			),
		)
	);
};

/** Draws the numbers of published, scheduled and draft articles. */
export const drawContent = ([row]: ContentFigures[], _at: number, who: Visitor): Children => {
	const many = (state: State, count: number): Children =>
		allows("articles", who)
			? html`<a href=${`${paths.admin.articles.list()}?state=${state}`}>${figure(count)}</a>`
			: figure(count);
	return (
		row &&
		card(
			{
				title: "官網文章",
				...(allows("articles", who) && { link: { href: paths.admin.articles.list(), label: "全部" } }),
			},
			funds([
				{ name: "已發布", value: many("published", row.published) },
				{ name: "草稿", value: many("draft", row.drafts) },
				{ name: "排程", value: many("scheduled", row.scheduled) },
			]),
		)
	);
};

/** Draws the content that will be published next. */
export const drawPlanned = (rows: PlannedRow[], at: number, who: Visitor): Children =>
	card(
		{ title: "即將發布", flush: true },
		rows.length === 0
			? noneYet({ title: "沒有排程", text: "設定排程發布的內容會列在這裡。" })
			: items(
					rows.map(
						({ kind, id, title, publish_at }): Item => ({
							title,
							...editorOf(who, kind, id),
							sub: CONTENT_NAMES[kind],
							end: dayAndClock(publish_at, at),
						}),
					),
				),
	);

const isUntold = ({ live_after_ms, is_told }: PublishRow): boolean => live_after_ms === null && is_told === 0;

/** Draws the latest publications, with the time until the website had each. */
export const drawPublishes = (rows: PublishRow[], at: number, who: Visitor): Children =>
	card(
		{
			title: "最近發布",
			flush: true,
			// Rows sent to no webhook show nothing; when the newest row is one of them, the card's head says so once.
			...(rows[0] && isUntold(rows[0]) && { beside: html`<span class="soft small">${reachWords(rows[0])}</span>` }),
		},
		rows.length === 0
			? noneYet({ title: "還沒有發布過", text: "發布後，這裡會顯示官網多久更新。" })
			: items(
					rows.map(
						(row): Item => ({
							title: row.title ?? `${CONTENT_NAMES[row.kind]} ${row.id}`,
							...(row.title === null ? {} : editorOf(who, row.kind, row.id)),
							sub: CONTENT_NAMES[row.kind],
							end: ago(row.rev, at),
							endSub: isUntold(row) ? null : `${reachWords(row)}${row.live_after_ms === null ? "" : "後抵達官網"}`,
						}),
					),
				),
	);
