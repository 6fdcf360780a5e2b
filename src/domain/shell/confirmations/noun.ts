import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	confirmations: {
		list: () => "/admin/confirmations",
		/** The address of a step of a confirmation; `step` is confirm, stop or withdraw. */
		step: (id: Id, step: string) => `/admin/confirmations/${id}/${step}`,
		/** The address of the form that confirms many confirmations at once. */
		many: () => "/admin/confirmations/many",
		seen: () => "/admin/confirmations/seen",
		receipt: (id: Id) => `/admin/confirmations/receipts/${id}`,
		/** The address of the form that posts a voucher or income record that waits for its second person. */
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
			isDeputised: true,
		},
	},
	gates: {
		/** The users who may be the second person of a change, and so decide on changes in 待第二人確認. */
		confirmations: ["confirmations.decide"],
		/**
		 * The users whose menu has 待第二人確認: those who request such changes, and those who may be a second person.
		 */
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
	refusals: {
		"confirmation.is_final": { words: "等候確認的事不能刪除，只能確認、停止或收回。" },
		"confirmation.moved": { words: "這項變更剛剛變成需要第二人確認的權限，請重新整理後再辦理。" },
		"confirmation.not_yours": {
			words: "這件事要由另一位確認：提出的人、當事人與家人都不能自己確認，請到「待第二人確認」看誰可以辦。",
		},
		"confirmation.stale": { words: "這件事已經有人處理，或剛剛變了，請重新整理後再看一次。" },
		"confirmation.too_early": { words: "還沒有到可以生效的時間。" },
		"confirmation.waits": { words: "同樣的變更已經在等候第二人確認；要改的話，請先到「待第二人確認」收回。" },
	},
});
