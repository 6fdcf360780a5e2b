import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	income: {
		donors: {
			list: () => "/admin/income/donors",
			create: () => "/admin/income/donors/new",
			show: (id: Id) => `/admin/income/donors/${id}`,
			edit: (id: Id) => `/admin/income/donors/${id}/edit`,
			/** 製作複本: what is kept of one, to hand over. */
			copy: (id: Id) => `/admin/income/donors/${id}/copy`,
			/** 去識別化 of one who is no member. */
			erasure: (id: Id) => `/admin/income/donors/${id}/erasure`,
			/** 年度捐款證明 of a donor. */
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
});
