/** Every address that is linked to, redirected to or tested. Path parts are encoded once, here. */
const part = encodeURIComponent;
const parts = (path: string): string => path.split("/").map(part).join("/");

const API = "/api/v1";

/** An id, or the name of a place for one where a route is declared. */
type Id = number | ":id";
type Token = string; // or ":token"
/** `path` with `next` as where to go on afterwards. */
const then = (path: string, next?: string): string => (next ? `${path}?next=${part(next)}` : path);

export const paths = {
	api: {
		root: API,
		articles: () => `${API}/articles`,
		article: (slug: string) => `${API}/articles/${part(slug)}`,
		articlePreview: (id: number, token: string) => `${API}/preview/articles/${id}?token=${part(token)}`,
		page: (path: string) => `${API}/pages/${parts(path)}`,
		documents: () => `${API}/documents`,
		document: (slug: string) => `${API}/documents/${part(slug)}`,
		documentDownload: (slug: string) => `${API}/documents/${part(slug)}/download`,
		attachment: (id: string, filename: string) => `${API}/attachments/${id}/${part(filename)}`,
		feed: (format: "rss" | "atom" | "json") => `${API}/feeds/articles.${format}`,
		openapi: () => `${API}/openapi.json`,
		docs: () => `${API}/docs`,
	},
	hooks: { resend: () => "/hooks/resend" },
	home: () => "/",
	login: (next?: string) => then("/login", next),
	loginCode: (next?: string) => then("/login/code", next),
	logout: () => "/logout",
	forgot: () => "/forgot",
	reset: (token: Token) => `/reset/${token}`,
	invite: (token: Token) => `/invite/${token}`,
	activate: () => "/activate",
	theme: () => "/theme",
	logo: (id: Id) => `/logo/${id}`,
	account: {
		show: () => "/account",
		confirm: (next?: string) => then("/account/confirmation", next),
		password: () => "/account/password",
		email: () => "/account/email",
		emailProof: (token: Token) => `/account/email/${token}`,
		phone: () => "/account/phone",
		sessions: () => "/account/sessions",
		sessionEnd: (id: string) => `/account/sessions/${id}/end`,
		sessionsEnd: () => "/account/sessions/end",
		secondFactor: () => "/account/second-factor",
		secondFactorSetup: () => "/account/second-factor/setup",
		secondFactorEnd: () => "/account/second-factor/removal",
		recoveryCodes: () => "/account/second-factor/recovery-codes",
		deputies: () => "/account/deputies",
		deputyEnd: (id: Id) => `/account/deputies/${id}/end`,
	},
	member: {
		home: () => "/member",
		profile: { create: () => "/member/profile/create" },
	},
	admin: {
		home: () => "/admin",
		search: () => "/admin/search",
		/** Leads to where a thing of the website stands in public. */
		content: (kind: string, id: Id) => `/admin/content/${kind}/${id}`,
		styleguide: () => "/admin/styleguide",
		users: {
			list: () => "/admin/users",
			create: () => "/admin/users/new",
			show: (id: Id) => `/admin/users/${id}`,
			edit: (id: Id) => `/admin/users/${id}/edit`,
			roles: (id: Id) => `/admin/users/${id}/roles`,
			invitation: (id: Id) => `/admin/users/${id}/invitation`,
			activationCode: (id: Id) => `/admin/users/${id}/activation-code`,
			disabling: (id: Id) => `/admin/users/${id}/disabling`,
			enabling: (id: Id) => `/admin/users/${id}/enabling`,
			secondFactorReset: (id: Id) => `/admin/users/${id}/second-factor-reset`,
			sessionsEnd: (id: Id) => `/admin/users/${id}/sessions-end`,
			deputies: (id: Id) => `/admin/users/${id}/deputies`,
			deputiesEnd: (id: Id) => `/admin/users/${id}/deputies/end`,
		},
		roles: {
			list: () => "/admin/roles",
			create: () => "/admin/roles/new",
			edit: (id: Id) => `/admin/roles/${id}`,
			removal: (id: Id) => `/admin/roles/${id}/removal`,
		},
		settings: {
			show: () => "/admin/settings",
			group: (group: string) => `/admin/settings/${group}`,
			history: (group: string) => `/admin/settings/${group}/history`,
			mailTest: () => "/admin/settings/mail/test",
			logo: () => "/admin/settings/association/logo",
			logoRemoval: () => "/admin/settings/association/logo/removal",
		},
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
		audit: { list: () => "/admin/audit", export: () => "/admin/audit/export" },
		mail: {
			list: () => "/admin/mail",
			show: (id: string) => `/admin/mail/${id}`,
			body: (id: string) => `/admin/mail/${id}/body`,
			resend: (id: string) => `/admin/mail/${id}/resending`,
		},
		deadLetters: {
			list: () => "/admin/dead-letters",
			replay: (id: string) => `/admin/dead-letters/${id}/replay`,
		},
	},
	/** On the public website, whose origin is a setting. */
	site: {
		article: (slug: string) => `/articles/${part(slug)}`,
		page: (path: string) => `/${parts(path)}`,
	},
} as const;
