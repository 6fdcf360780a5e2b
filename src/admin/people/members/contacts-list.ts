import * as z from "zod";
import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { groupOptions } from "#admin/people/groups/choice.ts";
import { userStatus } from "#admin/system/index.ts";
import { allows } from "#auth/permissions.ts";
import { CONTACT_SORTS, type ContactRow, contactRows } from "#db/people/contacts.ts";
import { groupNames } from "#db/people/groups.ts";
import { readRows } from "#db/read.ts";
import { CITIES } from "#domain/people/members/places.ts";
import { searchWords } from "#domain/people/members/search.ts";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { choice, oneOf, RecordId, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { type Children, html } from "#ui/html.ts";
import { phoneWords } from "#ui/phone.ts";
import type { Column } from "#ui/table.ts";

const { groups, members } = paths.admin;
const PER_PAGE = 50;
const NONE = html`<span class="soft">—</span>`;

const addButton = linkButton({
	label: "新增聯絡人",
	icon: "plus",
	tone: "primary",
	href: `${members.create()}?kind=contact`,
});

/** The list page 聯絡人: people who are no members, with whose guardians they are and their groups. */
export const contactList = listing({
	path: members.contacts(),
	gate: "members",
	title: "聯絡人",
	unit: "位",
	area: "會務",
	crumbs: OFFICE_CRUMBS,
	conditions: {
		q: words("姓名、電話、電子郵件"),
		group: oneOf("群組", RecordId),
		city: choice("縣市", [CITIES, (city) => city]),
	},
	sorts: CONTACT_SORTS,
	sort: "name",
	size: PER_PAGE,
	read: async ({ env, at }, { q, sort, page, ...asked }) => {
		const filter = { ...asked, words: searchWords(q), today: dateInTaipei(at) };
		const [rows, named] = await readRows(env.DB, contactRows(filter, { rows: PER_PAGE, page, sort }), groupNames());
		return { rows, total: rows[0]?.total ?? 0, named };
	},
	options: ({ named }) => ({ group: groupOptions(named) }),
	lead: () => "家長、照顧者、志工與捐款人：不是會員，沒有會費與表決權，一個人只建一筆。可以當監護人，也可以加入群組。",
	actions: ({ total, isNarrowed, who }) =>
		(total > 0 || isNarrowed) && [
			linkButton({ label: "匯出與列印", icon: "download", href: `${members.list()}?status=${CONTACT}` }),
			allows("members_manage", who) && addButton,
		],
	columns: () => COLUMNS,
	none: ({ who }) =>
		noneYet({
			title: "還沒有聯絡人",
			text: "孩子的家長、照顧者、志工或捐款人不是會員時，在這裡各建一筆。",
			actions: allows("members_manage", who) && addButton,
		}),
});

const Named = z.array(z.object({ id: z.int(), name: z.string() }));
const linksTo = (json: string, href: (id: number) => string): Children => {
	const all = Named.parse(JSON.parse(json));
	return all.length === 0
		? NONE
		: all.map(({ id, name }, at) => [at > 0 && "、", html`<a href=${href(id)}>${name}</a>`]);
};

const COLUMNS: Column<ContactRow>[] = [
	{ label: "姓名", sort: "name", head: true, cell: ({ id, name }) => html`<a href=${members.show(id)}>${name}</a>` },
	{
		id: "phone",
		label: "手機",
		sort: "phone",
		nowrap: true,
		cell: ({ phone }) => (phone === null ? NONE : phoneWords(phone)),
	},
	{ id: "email", label: "電子郵件", sort: "email", cell: ({ email }) => email ?? NONE },
	{ id: "city", label: "縣市", sort: "city", nowrap: true, cell: ({ city }) => city ?? NONE },
	{ id: "wards", label: "受監護的會員", cell: ({ wards }) => linksTo(wards, members.show) },
	{ id: "groups", label: "群組", cell: (row) => linksTo(row.groups, groups.of) },
	{
		id: "login",
		label: "登入帳號",
		sort: "login",
		nowrap: true,
		cell: ({ user_status }) => (user_status === null ? NONE : userStatus(user_status)),
	},
];
