import { MEMBER_PATHS } from "./member-paths.ts";
import { MONEY_PATHS } from "./money-paths.ts";
import { OFFICE_PATHS } from "./office-paths.ts";

/** The table of every address that is linked to, redirected to or tested. Path parts are encoded only here. */
const part = encodeURIComponent;
const parts = (path: string): string => path.split("/").map(part).join("/");

const API = "/api/v1";

/** A record's id, or the placeholder ":id" when a route is declared. */
type Id = number | ":id";
type Token = string; // or ":token"
/** Returns `path` with `next`, the address to go to afterwards. */
const then = (path: string, next?: string): string => (next ? `${path}?next=${part(next)}` : path);
export const paths = {
	api: {
		root: API,
		articles: () => `${API}/articles`,
		article: (slug: string) => `${API}/articles/${part(slug)}`,
		articlePreview: (id: number, token: string) => `${API}/preview/articles/${id}?token=${part(token)}`,
		pagePreview: (id: number, token: string) => `${API}/preview/pages/${id}?token=${part(token)}`,
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
	/** A draft for a reader who has a signed link: its page and its files. */
	preview: {
		show: (kind: string, id: Id, token: Token) => `/preview/${kind}/${id}?token=${part(token)}`,
		place: () => "/preview/:kind/:id",
		file: (of: { kind: string; id: number }, file: { id: string; filename: string }, token: Token) =>
			`/preview/files/${of.kind}/${of.id}/${file.id}/${part(file.filename)}?token=${part(token)}`,
		filePlace: () => "/preview/files/:kind/:id/:file/:filename",
	},
	home: () => "/",
	login: (next?: string) => then("/login", next),
	loginCode: (next?: string) => then("/login/code", next),
	logout: () => "/logout",
	forgot: () => "/forgot",
	reset: (token: Token) => `/reset/${token}`,
	invite: (token: Token) => `/invite/${token}`,
	activate: () => "/activate",
	unsubscribe: (token: Token) => `/unsubscribe/${token}`,
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
		failedSignIns: () => "/account/failed-sign-ins",
		secondFactor: () => "/account/second-factor",
		secondFactorSetup: () => "/account/second-factor/setup",
		secondFactorEnd: () => "/account/second-factor/removal",
		recoveryCodes: () => "/account/second-factor/recovery-codes",
		deputies: () => "/account/deputies",
		deputyEnd: (id: Id) => `/account/deputies/${id}/end`,
	},
	member: MEMBER_PATHS,
	admin: {
		...MONEY_PATHS,
		...OFFICE_PATHS,
		home: () => "/admin",
		search: () => "/admin/search",
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
			/** 誰可以辦: which users can do what. */
			who: () => "/admin/settings/who",
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
		/** Shared by all editors: the preview of a text, and the search for link targets. */
		writing: {
			preview: () => "/admin/writing/preview",
			links: () => "/admin/writing/links",
		},
		articles: {
			list: () => "/admin/articles",
			bulk: (place: string) => `/admin/articles/bulk/${place}`,
			create: () => "/admin/articles/new",
			/** Stores a new article and publishes or schedules it at once. */
			createPublished: () => "/admin/articles/new/publication",
			/** The form of a new article that was left before it was stored, by its draft. */
			resume: (slot: string) => `/admin/articles/new?draft=${part(slot)}`,
			show: (id: Id) => `/admin/articles/${id}`,
			/** A step of the workflow by the last part of its address: publication, schedule, unpublication ... */
			step: (id: Id, place: string) => `/admin/articles/${id}/${place}`,
			copy: (id: Id) => `/admin/articles/${id}/copy`,
			draft: (slot: Id | string) => `/admin/articles/${slot}/draft`,
			draftRemoval: (slot: Id | string) => `/admin/articles/${slot}/draft/removal`,
			previewLink: (id: Id) => `/admin/articles/${id}/preview-link`,
			removal: (id: Id) => `/admin/articles/${id}/removal`,
			revisions: (id: Id) => `/admin/articles/${id}/revisions`,
			revision: (id: Id, number: number | ":number") => `/admin/articles/${id}/revisions/${number}`,
			restoration: (id: Id, number: number | ":number") => `/admin/articles/${id}/revisions/${number}/restoration`,
		},
		pages: {
			list: () => "/admin/pages",
			create: () => "/admin/pages/new",
			createBelow: (id: Id) => `/admin/pages/new?parent=${id}`,
			/** Stores a new page and publishes or schedules it at once. */
			createPublished: () => "/admin/pages/new/publication",
			/** The form of a new page that was left before it was stored, by its draft. */
			resume: (slot: string) => `/admin/pages/new?draft=${part(slot)}`,
			show: (id: Id) => `/admin/pages/${id}`,
			step: (id: Id, place: string) => `/admin/pages/${id}/${place}`,
			move: (id: Id) => `/admin/pages/${id}/position`,
			draft: (slot: Id | string) => `/admin/pages/${slot}/draft`,
			draftRemoval: (slot: Id | string) => `/admin/pages/${slot}/draft/removal`,
			previewLink: (id: Id) => `/admin/pages/${id}/preview-link`,
			removal: (id: Id) => `/admin/pages/${id}/removal`,
			revisions: (id: Id) => `/admin/pages/${id}/revisions`,
			revision: (id: Id, number: number | ":number") => `/admin/pages/${id}/revisions/${number}`,
			restoration: (id: Id, number: number | ":number") => `/admin/pages/${id}/revisions/${number}/restoration`,
		},
		categories: {
			list: () => "/admin/categories",
			create: () => "/admin/categories/new",
			edit: (id: Id) => `/admin/categories/${id}`,
			order: () => "/admin/categories/order",
			removal: (id: Id) => `/admin/categories/${id}/removal`,
		},
		tags: {
			list: () => "/admin/tags",
			create: () => "/admin/tags/new",
			edit: (id: Id) => `/admin/tags/${id}`,
			merge: (id: Id) => `/admin/tags/${id}/merge`,
			removal: (id: Id) => `/admin/tags/${id}/removal`,
		},
		media: {
			list: () => "/admin/media",
			show: (id: string) => `/admin/media/${id}`,
			replacement: (id: string) => `/admin/media/${id}/replacement`,
			removal: (id: string) => `/admin/media/${id}/removal`,
			/** The file's bytes for staff, even while no public page shows the file. */
			file: (id: string, filename: string) => `/admin/media/${id}/files/${part(filename)}`,
			filePlace: () => "/admin/media/:id/files/:filename",
		},
		documents: {
			list: () => "/admin/documents",
			bulk: (place: string) => `/admin/documents/bulk/${place}`,
			create: () => "/admin/documents/new",
			/** 文件閱覽: the documents that staff without the permission to manage documents may read. */
			reading: () => "/admin/documents/reading",
			readingFile: (id: Id) => `/admin/documents/reading/${id}/file`,
			show: (id: Id) => `/admin/documents/${id}`,
			step: (id: Id, place: string) => `/admin/documents/${id}/${place}`,
			versions: (id: Id) => `/admin/documents/${id}/versions`,
			version: (id: Id, number: number | ":number") => `/admin/documents/${id}/versions/${number}`,
			/** Stores an old version again as the newest. */
			restoration: (id: Id, number: number | ":number") => `/admin/documents/${id}/versions/${number}/restoration`,
		},
		members: {
			list: () => "/admin/members",
			create: () => "/admin/members/new",
			show: (id: Id) => `/admin/members/${id}`,
			edit: (id: Id) => `/admin/members/${id}/edit`,
			/** A step of the membership by the last part of its address: approval, refusal, leaving ... */
			step: (id: Id, place: string) => `/admin/members/${id}/${place}`,
			bulk: (place: string) => `/admin/members/bulk/${place}`,
			/** Does to the chosen members what the page `bulk(place)` announces. */
			bulkChange: (place: string) => `/admin/members/bulk/${place}/change`,
			exports: () => "/admin/members/export",
			history: (id: Id) => `/admin/members/${id}/history`,
			sensitive: (id: Id) => `/admin/members/${id}/sensitive`,
			guardian: (id: Id) => `/admin/members/${id}/guardian`,
			login: (id: Id) => `/admin/members/${id}/login`,
			loginEnd: (id: Id) => `/admin/members/${id}/login/end`,
			invitation: (id: Id) => `/admin/members/${id}/login/invitation`,
			activationCode: (id: Id) => `/admin/members/${id}/login/code`,
			applications: () => "/admin/members/applications",
			merge: (id: Id) => `/admin/members/${id}/merge`,
			duplicates: () => "/admin/members/duplicates",
			/** 不是同一人: marks two members as distinct; `alike` takes the mark back. */
			distinct: () => "/admin/members/duplicates/distinct",
			alike: () => "/admin/members/duplicates/alike",
			/** 即將滿 18 歲: the members who will soon be 18. */
			turning: () => "/admin/members/turning-18",
			export: (format: string) => `/admin/members/export/${format}`,
			print: (kind: string) => `/admin/members/print/${kind}`,
			notes: {
				list: (id: Id) => `/admin/members/${id}/notes`,
				store: (id: Id) => `/admin/members/${id}/notes`,
			},
			imports: {
				list: () => "/admin/members/imports",
				show: (id: Id) => `/admin/members/imports/${id}`,
				columns: (id: Id) => `/admin/members/imports/${id}/columns`,
				removal: (id: Id) => `/admin/members/imports/${id}/removal`,
				apply: (id: Id) => `/admin/members/imports/${id}/application`,
				undo: (id: Id) => `/admin/members/imports/${id}/undoing`,
			},
			links: {
				list: () => "/admin/members/links",
				show: (id: Id) => `/admin/members/links/${id}`,
				decision: (id: Id) => `/admin/members/links/${id}/decision`,
			},
			privacy: {
				list: () => "/admin/members/privacy",
				show: (id: Id) => `/admin/members/privacy/${id}`,
				answer: (id: Id) => `/admin/members/privacy/${id}/answer`,
				extension: (id: Id) => `/admin/members/privacy/${id}/extension`,
				create: (id: Id) => `/admin/members/${id}/privacy-request`,
				copy: (id: Id) => `/admin/members/${id}/copy`,
				pseudonymisation: (id: Id) => `/admin/members/${id}/pseudonymisation`,
				consent: (id: Id) => `/admin/members/${id}/consent`,
				/** 個資存取紀錄: the log of access to personal data. */
				access: () => "/admin/members/access",
			},
		},
		notes: {
			edit: (id: Id) => `/admin/notes/${id}`,
			hiding: (id: Id) => `/admin/notes/${id}/hiding`,
		},
		certificates: {
			list: () => "/admin/certificates",
			show: (id: Id) => `/admin/certificates/${id}`,
			file: (id: Id) => `/admin/certificates/${id}/file`,
			create: (memberId: Id) => `/admin/members/${memberId}/certificate`,
			withdrawal: (memberId: Id) => `/admin/members/${memberId}/certificate/withdrawal`,
			approval: (id: Id) => `/admin/certificates/${id}/approval`,
			rejection: (id: Id) => `/admin/certificates/${id}/rejection`,
			revocation: (id: Id) => `/admin/certificates/${id}/revocation`,
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
	/** Addresses on the public website, whose origin is a setting. */
	site: {
		article: (slug: string) => `/articles/${part(slug)}`,
		page: (path: string) => `/${parts(path)}`,
	},
} as const;
