import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	organisations: {
		list: () => "/admin/organisations",
		export: (format: string) => `/admin/organisations/export/${format}`,
		edit: (id: Id) => `/admin/organisations/${id}/edit`,
		/** The address of the form that names a representative of one organisation. */
		naming: (id: Id) => `/admin/organisations/${id}/representatives`,
		representative: (id: Id) => `/admin/organisations/representatives/${id}`,
		representativeRemoval: (id: Id) => `/admin/organisations/representatives/${id}/removal`,
	},
};

/** Organisations (團體會員) are members; who represents them when, 統一編號 and seats stand here. */
export const representatives = noun({
	pages: {
		below: ["/admin/organisations"],
		load: async () => (await import("#admin/people/representatives/routes.ts")).ORGANISATION_ROUTES,
	},
	addresses: { admin },
	menu: [
		{
			group: "office",
			place: 13,
			label: "團體會員",
			href: admin.organisations.list(),
			gate: "members",
			words: ["代表", "統一編號", "機構", "公司", "organisations"],
		},
	],
	actions: {
		"representative.name": "指派團體會員的代表",
		"representative.edit": "修改團體會員的代表",
		"representative.remove": "刪除團體會員的代表",
		"organisation.export": "匯出團體會員",
		"organisation.edit": "修改團體會員的統一編號與代表人數",
	},
	refusals: {
		"member.is_organisation": {
			words: "團體會員沒有性別、生日、身分證字號、健康資料、監護人與身心障礙證明，也不能和個人的資料合併。",
		},
		"member.not_organisation": { words: "只有團體會員有統一編號、代表人數與代表。請先確認會員類別。" },
		"organisation.tax_id_taken": {
			words: "已有另一個團體會員用這個統一編號。",
			field: "tax_id",
			unique: "members.tax_id",
		},
		"representative.full": { words: "這段時間的代表已經到代表人數的上限，請先讓原來的代表填最後一天，或改代表人數。" },
		"representative.no_person": {
			words: "找不到這個編號的會員，或不能擔任代表。請確認編號，或改填姓名。",
			field: "member_no",
		},
		"representative.stale": { words: "這筆資料剛剛已被其他人更新，請重新整理。" },
		"representative.twice": { words: "這位代表在這段時間已經在名單裡，請改日期。", field: "from_on" },
	},
});
