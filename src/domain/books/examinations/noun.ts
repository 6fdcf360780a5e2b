import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	examinations: {
		list: () => "/admin/examinations",
		create: () => "/admin/examinations/new",
		show: (id: Id) => `/admin/examinations/${id}`,
		mark: (id: Id, item: number | ":item") => `/admin/examinations/${id}/items/${item}/mark`,
		answer: (id: Id, item: number | ":item") => `/admin/examinations/${id}/items/${item}/answer`,
		closing: (id: Id) => `/admin/examinations/${id}/closing`,
		/** The address of the file with an examination's items. */
		items: (format: string) => `/admin/examinations/items/${format}`,
		/** The addresses of the two papers: 查核報告 and 審核意見書. */
		report: (id: Id) => `/admin/examinations/${id}/report`,
		opinion: (id: Id) => `/admin/examinations/${id}/opinion`,
	},
};

export const examinations = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/examinations"],
		load: async () => (await import("#admin/books/examinations/routes.ts")).EXAMINATION_ROUTES,
	},
	addresses: { admin },
	permissions: {
		"examinations.draw": {
			group: "finance",
			place: 130,
			words: "查核：抽查、註記與結案",
			roles: ["auditor"],
			isDeputised: true,
		},
	},
	gates: {
		/** The users who may see examinations: those who see the books, and those who answer. */
		examinations: [
			"ledger.view",
			"confirmations.decide",
			"examinations.draw",
			"ledger.post",
			"finance.review.cashier",
			"finance.pay",
		],
		examinations_draw: ["examinations.draw"],
		examinations_answer: ["ledger.post", "finance.review.cashier", "finance.pay"],
	},
	menu: [
		{
			group: "finance",
			place: 105,
			label: "查核",
			href: admin.examinations.list(),
			gate: "examinations",
			waits: "examinations",
			words: ["監事", "抽查", "抽樣", "查核報告", "審核意見書", "examinations"],
		},
	],
	jobs: {
		"examination.create": {
			label: "抽查",
			gate: "examinations_draw",
			href: admin.examinations.create(),
			words: ["新增查核", "監事", "查帳", "抽樣"],
			start: { place: 14, key: "X", icon: "eye" },
		},
	},
	records: { examination: { words: "查核", place: 265 } },
	actions: {
		"examination.draw": "查核抽查",
		"examination.mark": "查核註記",
		"examination.answer": "答覆查核的疑問",
		"examination.close": "查核結案",
		"examination.export": "匯出查核的單據",
	},
	refusals: {
		"examination.is_final": { words: "抽出的單據與已結案的查核不能更改，請重新整理，看最新的內容。" },
		"examination.moved": { words: "剛剛有其他人註記或答覆，請看最新的內容再送一次。" },
		"examination.no_doubt": { words: "只有標為「有疑問」的單據需要答覆，而且要由提出疑問者以外的人答覆。" },
		"examination.no_question": { words: "請寫出疑問，才知道要答覆什麼。", field: "question" },
		"examination.not_yours": { words: "抽查、註記與結案要由監事（有「查核」權限的人）辦理。" },
		"examination.not_yours_to_answer": { words: "疑問要由會計或出納答覆。" },
		"examination.nothing": { words: "這段期間沒有符合條件的單據，請放寬條件或期間。" },
		"examination.own_record": {
			words: "這一筆是您經手、核准、過帳，或與您和家人有關的，不能自己查核，請另一位監事註記。",
		},
		"examination.too_many": { words: "抽出的單據超過 300 筆，請提高金額、縮短期間或減少條件，分幾次查核。" },
		"examination.unseen": { words: "還有沒看過的單據，全部註記之後才能結案。" },
	},
	search: {
		examination: {
			name: "查核",
			place: 78,
			by: "名稱",
			unit: "次",
			gate: "examinations",
			finds: { table: "examinations", label: "title", href: admin.examinations.show },
		},
	},
	freeText: {
		examinations: {
			words: "查核的名稱與意見",
			place: 416,
			columns: "examinations title opinion",
			shown: "examination",
			kept: "查核紀錄不可更改",
		},
		examination_items: {
			words: "查核的疑問與答覆",
			place: 418,
			columns: "examination_items question answer",
			shown: "examination",
			kept: "查核紀錄不可更改",
		},
	},
	shown: {
		examination: { words: "查核", gate: "examinations", href: (id) => admin.examinations.show(Number(id)) },
	},
});
