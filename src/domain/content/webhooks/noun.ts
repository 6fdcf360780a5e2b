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
		"webhooks.manage": { group: "website", place: 80, words: "管理 Webhook 與讀取金鑰" },
	},
	gates: {
		webhooks: ["webhooks.manage"],
	},
	menu: [
		{
			group: "website",
			place: 70,
			label: "Webhook",
			href: admin.webhooks.list(),
			gate: "webhooks",
			words: ["官網更新", "通知", "密鑰"],
		},
	],
	records: {
		webhook: { words: "Webhook" },
		webhook_delivery: { words: "Webhook 通知", place: 320 },
		webhook_endpoint: { words: "Webhook", place: 310 },
	},
	actions: {
		"webhook.create": "新增 Webhook",
		"webhook.disable": "停用 Webhook",
		"webhook.enable": "啟用 Webhook",
		"webhook.ping": "測試 Webhook",
		"webhook.redeliver": "重新送出 Webhook",
		"webhook.remove": "刪除 Webhook",
		"webhook.rotate": "更換 Webhook 密鑰",
		"webhook.update": "修改 Webhook",
	},
	refusals: {
		"webhook.disabled": { words: "這個 Webhook 已停用，請先啟用。" },
		"webhook.stale": { words: "這個 Webhook 已被其他人更新，請重新整理後再試一次。" },
		"webhook.url_refused": { words: "只能送往公開的 https 網址。", field: "url" },
		"webhook.url_taken": { words: "已經有 Webhook 送往這個網址。", field: "url", unique: "webhook_endpoints.url" },
	},
});
