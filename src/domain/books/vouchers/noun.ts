import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	ledger: {
		voucher: (id: Id) => `/admin/ledger/vouchers/${id}`,
		drafts: () => "/admin/ledger/drafts",
		voucherCreate: () => "/admin/ledger/vouchers/new",
		voucherEdit: (id: Id) => `/admin/ledger/vouchers/${id}/edit`,
		voucherRemoval: (id: Id) => `/admin/ledger/vouchers/${id}/removal`,
		voucherPosting: (id: Id) => `/admin/ledger/vouchers/${id}/posting`,
		voucherReversal: (id: Id) => `/admin/ledger/vouchers/${id}/reversal`,
		voucherPrint: (id: Id) => `/admin/ledger/vouchers/${id}/print`,
		/** The addresses of the page that prints several vouchers, and of the form that chooses them in 日記簿. */
		vouchersPrint: () => "/admin/ledger/vouchers/print",
		vouchersChoice: () => "/admin/ledger/vouchers/print/choice",
		/** The address of the page for the opening of the books (開帳). */
		opening: () => "/admin/ledger/opening",
	},
};

export const vouchers = noun({
	addresses: { admin },
	menu: [
		{
			group: "finance",
			place: 30,
			label: "傳票",
			href: admin.ledger.drafts(),
			gate: "ledger",
			words: ["傳票草稿", "開傳票", "手開", "常用分錄", "開帳", "沖銷", "vouchers"],
		},
	],
	jobs: {
		"voucher.create": {
			label: "開傳票",
			gate: "ledger_post",
			href: admin.ledger.voucherCreate(),
			words: ["新增傳票", "記帳", "分錄", "轉帳傳票", "voucher"],
			start: { place: 15, key: "V", icon: "edit" },
		},
		"voucher.print": {
			label: "列印傳票",
			gate: "ledger",
			href: admin.ledger.vouchersPrint(),
			words: ["傳票", "整批列印"],
		},
	},
	records: {
		voucher: { words: "傳票", place: 210 },
	},
	actions: {
		"voucher.create": "開傳票",
		"voucher.delete": "刪除傳票草稿",
		"voucher.edit": "修改傳票草稿",
		"voucher.post": "過帳傳票",
		"voucher.reverse": "沖銷傳票",
	},
	search: {
		voucher: { name: "傳票", place: 80, by: "傳票號碼、摘要或金額", unit: "張", gate: "ledger" },
	},
	freeText: {
		vouchers: {
			words: "傳票摘要",
			place: 380,
			columns: "vouchers description",
			shown: "voucher",
			kept: "已過帳的傳票依法保存",
		},
		voucher_lines: {
			words: "傳票分錄的摘要",
			place: 390,
			columns: "voucher_lines memo",
			shown: "voucher",
			kept: "已過帳的傳票依法保存",
		},
	},
	shown: {
		voucher: { words: "傳票", gate: "ledger", href: (id) => admin.ledger.voucher(Number(id)) },
	},
	refusals: {
		"voucher.before_opening": { words: "日期早於開帳日，不能過帳。" },
		"voucher.from_fund": {
			words:
				"基金專戶（1310）的錢要有理事會決議才能動支（社會團體財務處理辦法 §15）：請手開傳票，填上決議的會次與日期。支出申請從錢轉入的帳戶付款；銀行明細到那一筆按「就是這一筆」。",
		},
		"voucher.fund_resolution": {
			words: "從基金專戶（1310）支出，要填理事會決議的會次與日期，日期不晚於傳票日期（社會團體財務處理辦法 §15）。",
			field: "resolution_no",
		},
		"voucher.is_posted": { words: "已過帳的傳票不能修改或刪除，請以沖銷傳票更正。" },
		"voucher.line_refused": { words: "請檢查每一行：要有會計科目，借方或貸方填一個正整數。", field: "lines" },
		"voucher.not_closing": { words: "結帳傳票與帳上的餘額不符，請重新整理後再結帳一次。" },
		"voucher.not_reversible": { words: "這張傳票不能沖銷：尚未過帳、本身是沖銷傳票，或內容不符。" },
		"voucher.opening_second_person": {
			words:
				"帳上已有其他傳票，更正開帳要由原開帳者以外、可以過帳的人辦理；沒有第二位會計時，請系統管理員暫時指派一位。",
		},
		"voucher.opening_too_late": { words: "開帳日不能晚於本月底，也不能晚於已經過帳的傳票。", field: "date" },
		"voucher.own_source": { words: "這張傳票由單據自動產生，請在原單據更正。" },
		"voucher.posted_twice": { words: "這筆交易已經入帳，不會再入一次。" },
		"voucher.reversal_second_person": { words: "超過設定金額的傳票，要由過帳者以外的人沖銷。" },
		"voucher.reversal_sub_account": { words: "餘額已經轉到子目，不能照原樣沖銷，請直接開傳票用子目更正。" },
		"voucher.reversed": { words: "這張傳票已經沖銷過。" },
		"voucher.second_person": { words: "超過設定金額的傳票，要由製票者以外的人過帳。" },
		"voucher.stale": { words: "這張傳票剛剛已被其他人更新，請重新整理。" },
		"voucher.too_early": { words: "沖銷的日期不能早於原傳票。", field: "date" },
		"voucher.too_late": { words: "日期不能晚於本月底；可以先存成草稿，到時再過帳。" },
		"voucher.unbalanced": { words: "借貸不平衡，不能過帳。" },
		"voucher.wrong_kind": { words: "傳票種類與內容不符。" },
	},
});
