import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	confirmations: {
		list: () => "/admin/confirmations",
		/** confirm, stop or withdraw. */
		step: (id: Id, step: string) => `/admin/confirmations/${id}/${step}`,
		/** Many in one press. */
		many: () => "/admin/confirmations/many",
		seen: () => "/admin/confirmations/seen",
		receipt: (id: Id) => `/admin/confirmations/receipts/${id}`,
		/** A voucher or income that waits for its second person. */
		money: (kind: string, id: Id) => `/admin/confirmations/${kind}/${id}/posting`,
	},
};

export const confirmations = noun({
	addresses: { admin },
	permissions: {
		"confirmations.decide": {
			group: "system",
			place: 40,
			words: "第二人確認（理事長、監事）",
			roles: ["chair", "auditor"],
		},
	},
	gates: {
		/** 待第二人確認: who may be the second person of everything. */
		confirmations: ["confirmations.decide"],
		/** Whose menu leads to 待第二人確認: who asks for such things, or may be a second person. */
		second_persons: ["confirmations.decide", "users.manage", "members.manage", "receipts.void"],
	},
	menu: [
		{
			group: "system",
			place: 10,
			label: "待第二人確認",
			href: admin.confirmations.list(),
			gate: "second_persons",
			waits: "confirmations",
			words: ["第二人", "確認", "覆核", "confirmations"],
		},
	],
	records: {
		confirmation: { words: "第二人確認" },
	},
	actions: {
		"confirmation.ask": "請第二人確認",
		"confirmation.confirm": "第二人確認",
		"confirmation.in_force": "期滿生效",
		"confirmation.see": "看過設定期間的權限變更",
		"confirmation.stop": "停止等候確認的事",
		"confirmation.withdraw": "收回等候確認的事",
	},
});
