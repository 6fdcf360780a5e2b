import { noun } from "#kernel/noun.ts";

const admin = {
	giftLists: {
		list: () => "/admin/gift-lists",
		/** The address of the list of a half-year (2026-H1): its preview, and the press that publishes it. */
		show: (half: string) => `/admin/gift-lists/${half}`,
	},
};

export const giftLists = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/gift-lists"],
		load: async () => (await import("#admin/money/gift-lists/routes.ts")).GIFT_LIST_ROUTES,
	},
	addresses: { admin },
	permissions: {
		"gift_lists.publish": { group: "dues", place: 90, words: "發布捐款徵信", roles: ["accountant"] },
	},
	gates: {
		/** The users who may see what the list of a half-year would say: those who may see the gifts, or publish it. */
		gift_lists: ["gift_lists.publish", "income.manage", "ledger.view", "reports.view"],
		gift_lists_publish: ["gift_lists.publish"],
	},
	menu: [
		{
			group: "dues",
			place: 105,
			label: "捐款徵信",
			href: admin.giftLists.list(),
			gate: "gift_lists",
			words: ["徵信", "公告", "善心人士", "捐款名單", "半年"],
		},
	],
	actions: { "gift_list.publish": "發布捐款徵信" },
	freeText: {
		gift_list_rows: {
			words: "已發布的捐款徵信",
			place: 335,
			columns: "gift_list_rows name",
			shown: "document",
			kept: "重新發布後更新；姓名已經移除",
		},
	},
	refusals: {
		"gift_list.moved": { words: "捐款、姓名的意願或這份名單剛剛有變更，還沒有發布。請看過最新的名單再發布。" },
		"gift_list.not_over": { words: "這個半年還沒有結束，名單還不完整，結束後再發布。" },
		"gift_list.empty": { words: "這個半年沒有可以公告的捐款。" },
	},
});
