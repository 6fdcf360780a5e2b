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
		/** 開帳. */
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
});
