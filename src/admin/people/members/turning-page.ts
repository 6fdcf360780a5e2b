import * as z from "zod";
import { dayText, userStatus } from "#admin/system/index.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { TURNINGS, TURNINGS_PER_PAGE, type Turning, type TurningRow } from "#db/people/member-turning.ts";
import { paths } from "#http/paths.ts";
import { PageNumber } from "#kernel/query.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet, pastTheEnd } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { phoneWords } from "#ui/phone.ts";
import { type Column, table } from "#ui/table.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";

const { members } = paths.admin;

export const TurningQuery = z.strictObject({
	tab: z.enum(TURNINGS).default("soon"),
	page: PageNumber,
});

export type TurningList = {
	rows: TurningRow[];
	counts: Record<Turning, number>;
	asked: z.infer<typeof TurningQuery>;
	query: Record<string, string>;
	who: Visitor;
};

const TABS: Record<Turning, string> = { soon: "一個月內滿 18 歲", adult: "已滿 18 歲，尚未表示" };

/** Draws the page 即將成年: members who come of age, and what to do about it. */
export function turningPage({ rows, counts, asked, query, who }: TurningList): Page {
	const here: Here = { path: members.turning(), query };
	return {
		title: "即將成年的會員",
		area: "會員",
		crumbs: MEMBER_CRUMBS,
		lead: "受監護的會員滿 18 歲當天起，監護人只看得到姓名、編號與會費，直到本人同意監護人繼續代為處理。",
		tabs: TURNINGS.map((tab) => ({
			label: TABS[tab],
			href: hrefWith({ path: here.path, query: {} }, { tab: tab === "soon" ? undefined : tab }),
			current: tab === asked.tab,
			count: counts[tab],
		})),
		body: html`<div class="stack">
			${rows.length > 0 && whatToDo}
			${card(
				{ flush: true, label: TABS[asked.tab] },
				table({
					caption: TABS[asked.tab],
					cards: true,
					columns: columnsFor(who),
					rows,
					empty: emptyOf(asked.tab, counts[asked.tab], here),
				}),
				rows.length > 0 &&
					pager({ here, page: asked.page, size: TURNINGS_PER_PAGE, total: counts[asked.tab], unit: "位" }),
			)}
		</div>`,
	};
}

const whatToDo = notice(
	{ tone: "info", title: "請在生日前聯絡本人" },
	html`<ul>
		<li>問到本人自己的手機或電子郵件，更新會員資料。</li>
		<li>沒有登入帳號的，建立帳號並寄邀請或核發啟用碼。</li>
		<li>本人登入後，在會員專區決定監護人能不能繼續代為處理。不需要監護人的，可以從會員資料取消監護關係。</li>
	</ul>`,
);

function emptyOf(tab: Turning, total: number, here: Here): VNode {
	if (total > 0) return pastTheEnd(here, "名單已經變短");
	return tab === "soon"
		? noneYet({ title: "一個月內沒有人滿 18 歲", text: "受監護的會員在 18 歲生日前一個月會列在這裡。" })
		: noneYet({ title: "沒有等待表示的會員", text: "滿 18 歲而還沒有決定監護人能否代為處理的會員會列在這裡。" });
}

const soft = (words: string) => html`<small class="soft">${words}</small>`;

const columnsFor = (who: Visitor): Column<TurningRow>[] => [
	{
		label: "會員",
		head: true,
		cell: ({ id, name, member_no }) => [html`<a href=${members.show(id)}>${name}</a>`, soft(member_no ?? "尚無編號")],
	},
	{ label: "滿 18 歲", nowrap: true, sheet: "line", cell: ({ of_age_on }) => dayText(of_age_on) },
	{
		label: "本人聯絡方式",
		sheet: "line",
		cell: ({ phone, email }) =>
			phone || email ? [phone && phoneWords(phone), email && soft(email)] : html`<span class="soft">沒有</span>`,
	},
	{
		label: "監護人",
		sheet: "line",
		cell: ({ guardian_id, guardian_name, guardian_phone }) => [
			html`<a href=${members.show(guardian_id)}>${guardian_name}</a>`,
			guardian_phone && soft(phoneWords(guardian_phone)),
		],
	},
	{
		label: "登入帳號",
		nowrap: true,
		sheet: "line",
		cell: ({ user_status }) => (user_status ? userStatus(user_status) : html`<span class="soft">還沒有</span>`),
	},
	...(allows("members_manage", who) ? [actions] : []),
];

const actions: Column<TurningRow> = {
	label: "操作",
	end: true,
	sheet: "acts",
	bare: true,
	cell: ({ id, name, user_status }) => [
		linkButton({ label: "更新資料", about: `：${name}`, tone: "quiet", size: "s", href: members.edit(id) }),
		user_status === null
			? linkButton({ label: "建立帳號", about: `：${name}`, size: "s", href: members.login(id) })
			: user_status === "invited" &&
				linkButton({ label: "核發啟用碼", about: `：${name}`, size: "s", href: members.activationCode(id) }),
	],
};
