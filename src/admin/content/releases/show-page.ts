import { thumbnail } from "#admin/content/media/thumbnail.ts";
import { RESOURCE_WORDS, useStatus } from "#admin/content/media/words.ts";
import type { Gate } from "#auth/permissions.ts";
import type { ReleasePictureRow, ReleaseUseRow, StaffRelease } from "#db/content/releases.ts";
import { ENDING_DAYS, stateOf } from "#domain/content/releases/rules.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { facts } from "#ui/facts.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { table } from "#ui/table.ts";
import { ago, moment } from "#ui/time.ts";
import { RELEASE_CRUMBS } from "./list.ts";
import { kindWords, releaseStatus, untilWords, useWords } from "./words.ts";

const { releases, media } = paths.admin;

export type ReleaseView = {
	release: StaffRelease;
	uses: ReleaseUseRow[];
	pictures: ReleasePictureRow[];
	/** Returns whether a gate opens for the user: what does not open is no link. */
	opens: (gate: Gate) => boolean;
	at: number;
};

/** Draws the page of a release: what was agreed to, its paper, and everything that it is used for. */
export const releasePage = ({ release, uses, pictures, opens, at }: ReleaseView): Page => ({
	title: release.name,
	area: "同意書",
	crumbs: RELEASE_CRUMBS,
	lead: `第 ${release.id} 號・${kindWords(release)}・${useWords(release)}`,
	actions:
		release.withdrawn_at === null
			? [
					linkButton({ label: "修改", icon: "edit", href: releases.edit(release.id) }),
					linkButton({ label: "撤回同意...", icon: "x", href: releases.withdrawal(release.id) }),
				]
			: undefined,
	sheets: ["media", "writing"],
	body: html`<div class="split">
		<div class="stack">
			${standing(release, at)}
			${card({ title: "使用的內容", count: uses.length, flush: true }, usesTable(uses, opens))}
			${card({ title: "連到的照片", count: pictures.length, flush: pictures.length > 0 }, picturesPart(pictures, opens))}
		</div>
		<div class="stack">
			${card({ title: "同意", beside: releaseStatus(release, at) }, agreement(release, opens))}
			${card({ title: "同意書" }, paperPart(release))}
			${card({ title: "紀錄" }, records(release, at))}
		</div>
	</div>`,
});

function standing(release: StaffRelease, at: number): Children {
	if (release.withdrawn_at !== null)
		return notice(
			{ tone: "info", title: "已撤回，不能再使用" },
			html`<span>${moment(release.withdrawn_at)}，${release.withdrawn_name ?? "系統"}：「${release.withdrawal}」。</span>`,
			"連到的照片與故事不能再公開；要再使用，請登錄新的同意書。",
		);
	const state = stateOf(release, at);
	if (state === "expired") return notice({ tone: "warn" }, "已過最後一天，依它公開的內容都改回草稿了。");
	if (state === "ending" && release.open > 0)
		return notice(
			{ tone: "warn" },
			`${ENDING_DAYS} 天內到期，還有 ${release.open} 處內容依它公開；過了最後一天會自動改回草稿。`,
		);
	return null;
}

const agreement = (row: StaffRelease, opens: ReleaseView["opens"]): VNode =>
	facts([
		{ name: "姓名", value: row.name },
		{
			name: "會員",
			value:
				row.member_id !== null &&
				(opens("members")
					? html`<a href=${paths.admin.members.show(row.member_id)}>${row.member_no ?? "會員"}</a>`
					: (row.member_no ?? "是")),
		},
		{ name: "生日", value: row.birth_date && dayText(row.birth_date) },
		{
			name: "代為同意的人",
			value: row.representative && `${row.representative}（${row.relation}）`,
		},
		{ name: "內容", value: kindWords(row) },
		{ name: "用途", value: useWords(row) },
		{ name: "同意的日期", value: dayText(row.given_on) },
		{ name: "期限", value: untilWords(row) },
		{ name: "備註", value: row.note },
	]);

const paperPart = ({ id, file_id, no_paper }: StaffRelease): Children =>
	file_id === null
		? html`<p>還沒有紙本。${no_paper}</p>`
		: [
				html`<p class="row">${linkButton({ label: "查看同意書", icon: "eye", size: "s", href: releases.paper(id) })}</p>`,
				html`<p class="hint">加密保存；每次查看都記在稽核紀錄。</p>`,
			];

const records = ({ created_at, created_name, updated_at }: StaffRelease, at: number): VNode =>
	facts([
		{ name: "登錄", value: ago(created_at, at) },
		{ name: "登錄者", value: created_name },
		{ name: "最後修改", value: ago(updated_at, at) },
	]);

const GATES = { article: "articles", page: "pages", announcement: "announcements" } as const;

/** Draws the link to a text. An announcement shows only its number, because not everybody may see its title. */
function textLink({ resource, id, title }: ReleaseUseRow, opens: ReleaseView["opens"]): Children {
	const words = resource === "announcement" ? `第 ${id} 號公告` : title;
	return opens(GATES[resource]) ? html`<a href=${paths.admin[`${resource}s`].show(id)}>${words}</a>` : words;
}

const byWords = ({ is_story, pictures }: ReleaseUseRow): string =>
	[is_story === 1 && "故事", pictures > 0 && `照片 ${pictures} 張`].filter(Boolean).join("、");

/** Draws the table of the texts that a release is used for. */
export const usesTable = (rows: ReleaseUseRow[], opens: ReleaseView["opens"]): VNode =>
	table({
		caption: "使用這份同意書的內容",
		cards: true,
		columns: [
			{ label: "標題", head: true, cell: (row) => textLink(row, opens) },
			{ label: "種類", cell: ({ resource }) => RESOURCE_WORDS[resource] },
			{ label: "用到", cell: byWords },
			{
				label: "狀態",
				sheet: "corner",
				bare: true,
				cell: (row) => status(useStatus({ ...row, roles: "[]" })),
			},
		],
		rows,
		empty: noneYet({ title: "還沒有內容使用", text: "在文章的「同意」選這份同意書，或到媒體庫把它連到照片。" }),
	});

/** Draws the pictures that a release is tied to, each a link to its page. */
export const picturesPart = (rows: ReleasePictureRow[], opens: ReleaseView["opens"]): VNode =>
	rows.length === 0
		? html`<p class="soft">還沒有。在媒體庫打開照片，於「同意書」填第幾號。</p>`
		: html`<ul class="media-grid">
				${rows.map((row) => html`<li>${tile(row, opens("media"))}</li>`)}
			</ul>`;

function tile(row: ReleasePictureRow, isLink: boolean): VNode {
	const inside: Children = [
		thumbnail(row),
		html`<b>${row.filename}</b>`,
		row.mentions > 0 && html`<small class="soft">${figure(row.mentions)} 份舊版本或草稿提到</small>`,
	];
	return isLink
		? html`<a class="media-tile" href=${media.show(row.id)}>${inside}</a>`
		: html`<div class="media-tile">${inside}</div>`;
}
