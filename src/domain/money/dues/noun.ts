import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	dues: {
		list: () => "/admin/dues",
		/** The address of the page that assesses dues (產生應繳會費): it shows what would be made, then makes it. */
		assessment: () => "/admin/dues/assessment",
		/** The address of what each membership type pays (會費標準). */
		fees: () => "/admin/dues/fees",
		/** The address of the page of unpaid dues (欠費) by year, with the members who have two unpaid years. */
		arrears: () => "/admin/dues/arrears",
		export: (format: string) => `/admin/dues/export/${format}`,
		/**
		 * The addresses of waiving (免繳) many dues items: `waiversChoice` takes the rows that were checked in the
		 * list, `waivers` shows the form for the reason and then waives them.
		 */
		waivers: () => "/admin/dues/waivers",
		waiversChoice: () => "/admin/dues/waivers/choice",
		show: (id: Id) => `/admin/dues/${id}`,
		waiver: (id: Id) => `/admin/dues/${id}/waiver`,
		waiverEnd: (id: Id) => `/admin/dues/${id}/waiver/end`,
		correction: (id: Id) => `/admin/dues/${id}/correction`,
		cancellation: (id: Id) => `/admin/dues/${id}/cancellation`,
		ofMember: (memberId: Id) => `/admin/members/${memberId}/dues`,
		credit: (memberId: Id) => `/admin/members/${memberId}/credit`,
		report: () => "/admin/dues/report",
		reportExport: (format: string) => `/admin/dues/report/export/${format}`,
	},
};

export const dues = noun({
	pages: {
		below: ["/admin/dues", "/admin/members/:id/dues", "/admin/members/:id/credit"],
		load: async () => (await import("#admin/money/dues/pages.ts")).ROUTES,
	},
	addresses: { admin },
	permissions: {
		"dues.manage": { group: "dues", place: 10, words: "管理應繳會費", roles: ["secretary"] },
		"reports.view": { group: "finance", place: 110, words: "查看財務報表", roles: ["accountant", "chair", "auditor"] },
	},
	gates: {
		/** The users who may assess and waive dues (應繳會費); `dues_view` are those who may at least view them. */
		dues: ["dues.manage"],
		dues_view: [
			"dues.manage",
			"payments.record",
			"payments.verify",
			"payments.reverse",
			"receipts.issue",
			"reports.view",
		],
		/**
		 * The users who may print activation codes (啟用碼) on the notices of many members: those with both
		 * permissions.
		 */
		dues_codes: [["dues.manage", "members.manage"]],
		reports: ["reports.view", "dues.manage"],
	},
	menu: [
		{
			group: "dues",
			place: 10,
			label: "應繳會費",
			href: admin.dues.list(),
			gate: "dues_view",
			words: ["會費", "常年會費", "入會費", "免繳", "減免", "dues"],
		},
		{
			group: "dues",
			place: 20,
			label: "欠費",
			href: admin.dues.arrears(),
			gate: "dues_view",
			words: ["未繳", "欠繳", "理事會名單", "兩年", "arrears"],
		},
		{
			group: "dues",
			place: 120,
			label: "會費收繳報表",
			href: admin.dues.report(),
			gate: "reports",
			words: ["收繳率", "統計", "各年度", "各月", "應收未收", "report"],
		},
	],
	records: {
		dues: { words: "應繳會費", place: 110 },
		membership_fee: { words: "會費標準" },
	},
	actions: {
		"dues.assess": "產生應繳會費",
		"dues.cancel": "取消應繳會費",
		"dues.correct": "更正應繳會費",
		"dues.export": "匯出應繳會費",
		"dues.fee": "設定會費標準",
		"dues.reassess": "依身障證明重新計算會費",
		"dues.unwaive": "取消免繳",
		"dues.waive": "免繳會費",
	},
	freeText: {
		dues: {
			words: "會費減免的原因",
			place: 300,
			columns: "dues_items reason",
			shown: "dues",
			kept: "其他會員的會費紀錄",
		},
		dues_events: {
			words: "會費異動的原因",
			place: 310,
			columns: "dues_events reason",
			shown: "dues",
			kept: "帳務紀錄不可更改",
		},
	},
	shown: {
		dues: { words: "會費", gate: "dues_view", href: (id) => admin.dues.show(Number(id)) },
	},
	refusals: {
		"dues.claimed": { words: "這筆會費已有繳費等候核對，請先核對或退回那筆繳費。" },
		"dues.corrected": { words: "這筆收款繳的會費更正過金額，差額已轉為溢繳款。請先把會費改回原來的金額，再沖銷。" },
		"dues.exempt": { words: "這個會員類別不必繳會費。" },
		"dues.life_annual": {
			words: "終身的類別只在入會時收一次入會費，沒有常年會費，請把常年會費留空。",
			field: "annual_fee",
		},
		"dues.fee_is_final": { words: "設定過的會費標準不能修改或刪除，請從同一天起再設定一次。" },
		"dues.exists": { words: "這位會員這一年已經有這項會費。" },
		"dues.own": { words: "不能免繳、更正或取消自己或家人的會費，請由其他人辦理。" },
		"dues.stale": { words: "這筆會費在您處理時已被其他人更新，請看最新的狀態。" },
		"dues.wrong_state": { words: "這筆會費目前的狀態不能這樣做。" },
	},
});
