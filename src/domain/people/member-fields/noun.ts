import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	memberFields: {
		list: () => "/admin/member-fields",
		create: () => "/admin/member-fields/new",
		edit: (id: Id) => `/admin/member-fields/${id}`,
	},
};

/** The own fields are what the association asks; what members answer belongs to the members, who have their own pages. */
export const memberFields = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/member-fields"],
		load: async () => (await import("#admin/people/member-fields/routes.ts")).MEMBER_FIELD_ROUTES,
	},
	addresses: { admin },
	permissions: {
		"member_fields.manage": { group: "members", place: 57, words: "設定自訂欄位", roles: ["secretary"] },
	},
	gates: {
		member_fields: ["member_fields.manage"],
	},
	menu: [
		{
			group: "office",
			place: 57,
			label: "自訂欄位",
			href: admin.memberFields.list(),
			gate: "member_fields",
			words: ["病別", "確診年", "主治醫院", "輔具", "飲食", "會員欄位", "custom fields"],
		},
	],
	jobs: {
		"member_field.create": {
			label: "新增自訂欄位",
			gate: "member_fields",
			href: admin.memberFields.create(),
			words: ["欄位", "會員欄位"],
		},
	},
	records: {
		member_field: { words: "自訂欄位", place: 17 },
	},
	actions: {
		"member_field.create": "新增自訂欄位",
		"member_field.edit": "修改自訂欄位",
		"member_field.agree": "同意保存自訂欄位",
		"member_field.end_consent": "收回自訂欄位的同意",
		"member_field.filter": "以敏感的自訂欄位篩選",
		"member_field.view": "查看自訂欄位的檔案",
	},
	freeText: {
		own_fields: { words: "其他會員的自訂欄位", place: 36, columns: "member_field_values value", shown: "member" },
	},
	shown: {
		member_field: { words: "自訂欄位", gate: "member_fields", href: (id) => admin.memberFields.edit(Number(id)) },
	},
	refusals: {
		"member_field.bad_value": { words: "有自訂欄位填的內容不符合它的種類，請重新整理頁面後再填一次。" },
		"member_field.choice_used": { words: "已有會員填了這個欄位，選項不能刪除，請改為停用：填過的資料都會保留。" },
		"member_field.consent_needed": {
			words: "這個欄位是特種個資，須有本人對這個用途的同意才能保存，請先取得同意並勾選。",
		},
		"member_field.has_values": {
			words: "已有會員填了這個欄位，不能改變種類，也不能改變是不是特種個資。請停用它，另外新增一個欄位。",
			field: "kind",
		},
		"member_field.is_kept": { words: "已有會員填了這個欄位，不能刪除，請改為停用。" },
		"member_field.no_choices": { words: "選項欄位至少要有一個使用中的選項。", field: "new_choices" },
		"member_field.no_member": { words: "這位會員的資料已併入另一筆或已去識別化，不能再填自訂欄位。" },
		"member_field.not_agreed": { words: "這個用途的同意已經收回，請重新整理頁面。" },
		"member_field.purpose_agreed": {
			words: "已有會員同意這個用途，不能改寫。用途不同時，請停用這個欄位，另外新增一個。",
			field: "purpose",
		},
		"member_field.stale": { words: "這個欄位剛剛已被其他人更新，請重新整理。" },
		"member_field.taken": {
			words: "已有同名的欄位在使用中，請換一個名稱。",
			field: "name",
			unique: "member_fields.name",
		},
		"member_field.choice_taken": {
			words: "選項有重複的名稱，請改掉其中一個。",
			field: "new_choices",
			unique: "member_field_choices.field_id",
		},
		"member_field.too_many": { words: "使用中的自訂欄位最多 40 個，請先停用用不到的。", field: "name" },
		"member_field.too_many_choices": { words: "一個欄位最多 100 個選項。", field: "new_choices" },
	},
});
