import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	webhooks: {
		list: () => "/admin/webhooks",
		create: () => "/admin/webhooks/new",
		show: (id: Id) => `/admin/webhooks/${id}`,
		secret: (id: Id) => `/admin/webhooks/${id}/secret`,
		ping: (id: Id) => `/admin/webhooks/${id}/ping`,
		enabling: (id: Id) => `/admin/webhooks/${id}/enabling`,
		disabling: (id: Id) => `/admin/webhooks/${id}/disabling`,
		removal: (id: Id) => `/admin/webhooks/${id}/removal`,
		delivery: (id: string) => `/admin/webhooks/deliveries/${id}`,
		redelivery: (id: string) => `/admin/webhooks/deliveries/${id}/redelivery`,
	},
};

export const webhooks = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/webhooks"],
		load: async () => (await import("#admin/content/webhooks/routes.ts")).WEBHOOK_ROUTES,
	},
	addresses: { admin },
	permissions: {
		"webhooks.manage": { group: "website", place: 80, words: "管理通知官網與讀取金鑰" },
	},
	gates: {
		webhooks: ["webhooks.manage"],
	},
	menu: [
		{
			group: "website",
			place: 70,
			label: "通知官網",
			href: admin.webhooks.list(),
			gate: "webhooks",
			words: ["官網更新", "通知", "密鑰"],
		},
	],
	jobs: {
		"webhook.create": {
			label: "新增通知對象",
			gate: "webhooks",
			href: admin.webhooks.create(),
			words: ["通知官網", "官網更新"],
		},
	},
	records: {
		webhook: { words: "通知官網" },
		webhook_delivery: { words: "官網通知", place: 320 },
		webhook_endpoint: { words: "通知官網", place: 310 },
	},
	actions: {
		"webhook.create": "新增通知對象",
		"webhook.disable": "停用通知官網",
		"webhook.enable": "啟用通知官網",
		"webhook.ping": "測試通知官網",
		"webhook.redeliver": "重新通知官網",
		"webhook.remove": "刪除通知對象",
		"webhook.rotate": "更換通知官網的密鑰",
		"webhook.update": "修改通知對象",
	},
	refusals: {
		"webhook.disabled": { words: "已停用通知這個官網，請先啟用。" },
		"webhook.stale": { words: "這個通知對象已被其他人更新，請重新整理後再試一次。" },
		"webhook.url_refused": { words: "只能送往公開的 https 網址。", field: "url" },
		"webhook.url_taken": { words: "已經有通知對象是這個網址。", field: "url", unique: "webhook_endpoints.url" },
	},
});
