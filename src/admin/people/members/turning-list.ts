import * as z from "zod";
import { userStatus } from "#admin/system/index.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import {
	TURNING_SORTS,
	TURNINGS,
	TURNINGS_PER_PAGE,
	type Turning,
	type TurningRow,
	turningMembers,
} from "#db/people/member-turning.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { tab } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import { phoneWords } from "#ui/phone.ts";
import type { Column } from "#ui/table.ts";
import { tabsOf } from "#ui/tabs.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";

const { members } = paths.admin;

const TABS: Record<Turning, string> = { soon: "一個月內滿 18 歲", adult: "已滿 18 歲，尚未表示" };

/** The list page 即將成年的會員: members who come of age, and what to do about it. */
export const turningList = listing({
	path: members.turning(),
	gate: "members",
	title: "即將成年的會員",
	name: "資料",
	unit: "位",
	area: "會員",
	crumbs: MEMBER_CRUMBS,
	caption: ({ tab }) => TABS[tab],
	conditions: { tab: tab(z.enum(TURNINGS).default("soon")) },
	sorts: TURNING_SORTS,
	// The next to come of age first, and the last who did.
	sort: ({ tab }) => (tab === "adult" ? "-of_age" : "of_age"),
	size: TURNINGS_PER_PAGE,
	read: async ({ env, at }, asked) => {
		const [rows, [found]] = await readRows(
			env.DB,
			...turningMembers(asked.tab, { today: dateInTaipei(at), page: asked.page, sort: asked.sort }),
		);
		const counts = found ?? { soon: 0, adult: 0 };
		return { rows, total: counts[asked.tab], counts };
	},
	lead: () => "受監護的會員滿 18 歲當天起，監護人只看得到姓名、編號與會費，直到本人同意監護人繼續代為處理。",
	tabs: ({ asked, counts }) =>
		tabsOf(
			{ here: { path: members.turning(), query: {} }, name: "tab", now: asked.tab },
			TURNINGS.map((value) => ({ value, label: TABS[value], count: counts[value] })),
		),
	above: ({ rows }) => rows.length > 0 && whatToDo,
	columns: ({ who }) => columnsFor(who),
	none: ({ asked }) =>
		asked.tab === "soon"
			? noneYet({ title: "一個月內沒有人滿 18 歲", text: "受監護的會員在 18 歲生日前一個月會列在這裡。" })
			: noneYet({ title: "沒有等待表示的會員", text: "滿 18 歲而還沒有決定監護人能否代為處理的會員會列在這裡。" }),
	past: "名單已經變短",
});

const whatToDo = notice(
	{ tone: "info", title: "請在生日前聯絡本人" },
	html`<ul>
		<li>問到本人自己的手機或電子郵件，更新會員資料。</li>
		<li>沒有登入帳號的，建立帳號並寄邀請或核發啟用碼。</li>
		<li>本人登入後，在會員專區決定監護人能不能繼續代為處理。不需要監護人的，可以從會員資料取消監護關係。</li>
	</ul>`,
);

const soft = (words: string) => html`<small class="soft">${words}</small>`;

const columnsFor = (who: Visitor): Column<TurningRow>[] => [
	{
		label: "會員",
		sort: "name",
		head: true,
		cell: ({ id, name, member_no }) => [html`<a href=${members.show(id)}>${name}</a>`, soft(member_no ?? "尚無編號")],
	},
	{ label: "滿 18 歲", sort: "of_age", nowrap: true, sheet: "line", cell: ({ of_age_on }) => dayText(of_age_on) },
	{
		label: "本人聯絡方式",
		sort: "contact",
		sheet: "line",
		cell: ({ phone, email }) =>
			phone || email ? [phone && phoneWords(phone), email && soft(email)] : html`<span class="soft">沒有</span>`,
	},
	{
		label: "監護人",
		sort: "guardian",
		sheet: "line",
		cell: ({ guardian_id, guardian_name, guardian_phone }) => [
			html`<a href=${members.show(guardian_id)}>${guardian_name}</a>`,
			guardian_phone && soft(phoneWords(guardian_phone)),
		],
	},
	{
		label: "登入帳號",
		sort: "login",
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
