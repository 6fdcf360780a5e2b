import { noun } from "#kernel/noun.ts";

const admin = {
	withholding: {
		/** The address of what is due of a month (本月應繳). */
		month: () => "/admin/withholding",
		payment: () => "/admin/withholding/payment",
		/** The address of the year's list for the tax office. */
		year: () => "/admin/withholding/year",
		yearExport: (format: string) => `/admin/withholding/year/export/${format}`,
		rates: () => "/admin/withholding/rates",
	},
};

export const withholding = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/withholding"],
		load: async () => (await import("#admin/books/withholding/routes.ts")).WITHHOLDING_ROUTES,
	},
	addresses: { admin },
	gates: {
		/** The users who may see what was withheld from whom: those who see all expense requests. */
		withholding: ["finance.view", "ledger.post"],
		/** The users who may make the request that pays it. */
		withholding_pay: [["finance.submit", "finance.view"]],
		/** The users who may take the year's list, with complete numbers, and set rates. */
		withholding_manage: ["ledger.post"],
	},
	menu: [
		{
			group: "finance",
			place: 15,
			label: "扣繳",
			href: admin.withholding.month(),
			gate: "withholding",
			words: ["代扣", "所得稅", "補充保費", "二代健保", "扣繳憑單", "國稅局", "扣繳率", "基本工資", "withholding"],
		},
	],
	records: {
		withholding_rate: { words: "扣繳率與門檻" },
		withholding: { words: "扣繳" },
	},
	actions: {
		"withholding.rate": "設定扣繳率或門檻",
		"withholding.export": "下載扣繳憑單的清單（含證號）",
	},
	refusals: {
		"withholding.day_not_over": { words: "這一天還沒有過完，金額還會變，請明天再建立。" },
		"withholding.is_fixed": {
			words:
				"這張是繳納代扣款的申請，種類、主旨和金額不能改。金額不對的話，草稿請刪除、已送出的請撤回，再到「財務 › 扣繳」重新建立。",
		},
		"withholding.nothing_due": { words: "沒有要繳的金額，請看最新的數字。" },
		"withholding.not_over": { words: "這個月還沒有結束，金額還會變，請下個月再建立。" },
		"withholding.rate_is_final": { words: "設定過的扣繳率與門檻不能修改或刪除，請從同一天起再設定一次。" },
		"withholding.rate_missing": { words: "這個月的補充保費費率還沒有設定，請先到「扣繳率與門檻」設定。" },
		"withholding.requested": { words: "已經有這筆的支出申請，請直接辦理那一張。" },
	},
});
