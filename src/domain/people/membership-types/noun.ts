import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	membershipTypes: {
		list: () => "/admin/membership-types",
		create: () => "/admin/membership-types/new",
		edit: (id: Id) => `/admin/membership-types/${id}/edit`,
		removal: (id: Id) => `/admin/membership-types/${id}/removal`,
	},
};

/** What a membership type gives is the association's statutes, so whoever manages members may set it. */
export const membershipTypes = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/membership-types"],
		load: async () => (await import("#admin/people/membership-types/routes.ts")).MEMBERSHIP_TYPE_ROUTES,
	},
	addresses: { admin },
	menu: [
		{
			group: "office",
			place: 12,
			label: "會員類別",
			href: admin.membershipTypes.list(),
			gate: "members",
			words: ["表決權", "個人會員", "贊助會員", "永久會員", "章程", "membership types"],
		},
	],
	jobs: {
		"membership_type.create": {
			label: "新增會員類別",
			gate: "members_manage",
			href: admin.membershipTypes.create(),
			words: ["類別", "會費金額"],
		},
	},
	records: {
		membership_type: { words: "會員類別", place: 12 },
	},
	actions: {
		"membership_type.create": "新增會員類別",
		"membership_type.edit": "修改會員類別",
		"membership_type.delete": "刪除會員類別",
	},
	freeText: {
		membership_types: {
			words: "會員類別",
			place: 12,
			columns: "membership_types name description",
			shown: "membership_type",
		},
	},
	shown: {
		membership_type: {
			words: "會員類別",
			gate: "members_manage",
			href: (id) => admin.membershipTypes.edit(Number(id)),
		},
	},
	refusals: {
		"member.type_closed": { words: "這個會員類別已停用或不開放申請，請改選另一個。", field: "membership_type" },
		"member.type_unknown": { words: "沒有這個會員類別，請重新選擇。", field: "membership_type" },
		"membership_type.is_used": {
			words: "有會員、會費標準或公告用到這個類別，或它是系統原有的類別，不能刪除。不再使用時，請在「編輯」停用。",
		},
		"membership_type.stale": { words: "這個會員類別剛剛已被其他人更新，請重新整理。" },
		"membership_type.taken": {
			words: "已有同名的會員類別，請換一個名稱。",
			field: "name",
			unique: "membership_types.name",
		},
	},
});
