import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	readTokens: {
		list: () => "/admin/read-tokens",
		create: () => "/admin/read-tokens/new",
		revocation: (id: Id) => `/admin/read-tokens/${id}/revocation`,
	},
};

export const readTokens = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/read-tokens"],
		load: async () => (await import("#admin/content/read-tokens/routes.ts")).READ_TOKEN_ROUTES,
	},
	addresses: { admin },
	menu: [
		{
			group: "website",
			place: 75,
			label: "讀取金鑰",
			href: admin.readTokens.list(),
			gate: "webhooks",
			words: ["token", "權杖", "API", "建置", "流量"],
		},
	],
	jobs: {
		"read_token.create": {
			label: "新增讀取金鑰",
			gate: "webhooks",
			href: admin.readTokens.create(),
			words: ["API 金鑰", "token"],
		},
	},
	records: {
		read_token: { words: "讀取金鑰", place: 315 },
	},
	actions: {
		"read_token.create": "新增讀取金鑰",
		"read_token.revoke": "停用讀取金鑰",
	},
	refusals: {
		"read_token.is_final": { words: "讀取金鑰不能修改，只能停用後另發一把。" },
		"read_token.stale": { words: "這把讀取金鑰已經停用。" },
		"read_token.taken": {
			words: "已有同名的讀取金鑰使用中，請換一個名稱。",
			field: "name",
			unique: "read_tokens.name",
		},
		"read_token.too_many": { words: "最多同時使用 20 把讀取金鑰，請先停用不用的。" },
	},
});
