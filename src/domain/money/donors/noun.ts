import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	income: {
		donors: {
			list: () => "/admin/income/donors",
			create: () => "/admin/income/donors/new",
			show: (id: Id) => `/admin/income/donors/${id}`,
			edit: (id: Id) => `/admin/income/donors/${id}/edit`,
			/** The address that makes the copy of the data kept about a donor (製作複本), to hand over to the donor. */
			copy: (id: Id) => `/admin/income/donors/${id}/copy`,
			/** The address of the form that pseudonymises (去識別化) a donor who is not a member. */
			erasure: (id: Id) => `/admin/income/donors/${id}/erasure`,
			/** The address of a donor's annual donation statement (年度捐款證明). */
			statement: (id: Id) => `/admin/income/donors/${id}/statement`,
		},
	},
};

export const donors = noun({
	addresses: { admin },
	menu: [
		{
			group: "dues",
			place: 100,
			label: "捐款人",
			href: admin.income.donors.list(),
			gate: "income",
			words: ["徵信", "年度捐款證明", "捐款申報", "國稅局", "捐贈扣除額", "donors"],
		},
	],
	jobs: {
		"donor.create": {
			label: "新增捐款人",
			gate: "income_manage",
			href: admin.income.donors.create(),
			words: ["捐贈者", "donor"],
		},
	},
	records: {
		donor: { words: "捐款人", place: 150 },
	},
	actions: {
		"donor.copy": "製作捐款人的個人資料複本",
		"donor.create": "新增捐款人",
		"donor.edit": "修改捐款人",
		"donor.erase_again": "還原後再次去識別化捐款人",
		"donor.pseudonymise": "去識別化捐款人",
	},
	freeText: {
		donors: {
			words: "捐款人資料",
			place: 40,
			columns: "donors name public_name email phone address note",
			shown: "donor",
		},
	},
	shown: {
		donor: { words: "捐款人", gate: "income", href: (id) => admin.income.donors.show(Number(id)) },
	},
	refusals: {
		"donor.is_member": { words: "這位捐款人是會員，請從會員的「個人資料與隱私」辦理去識別化。" },
		"donor.kind_number": { words: "個人與公司團體的證號不同，請重新填寫證號，或勾選移除。", field: "national_id" },
		"donor.national_id_taken": { words: "這個證號已登記在另一位捐款人名下，請先查詢。", field: "national_id" },
		"donor.no_member": { words: "找不到這個會員編號。", field: "member_no" },
		"donor.open_income": { words: "還有收入草稿，或登錄後還沒有入帳的捐款，請先處理。" },
		"donor.stale": { words: "這位捐款人的資料剛剛已被其他人更新，請重新整理。" },
	},
});
