import type { Id } from "#kernel/noun.ts";
import { merged } from "#nouns.ts";

const nouns = merged("addresses");
/**
 * Encodes one segment of a path. Addresses are encoded here, where they are declared: `paths` below has those of
 * sign-in, the public API and the website, and takes those of staff and members from the nouns.
 */
const part = encodeURIComponent;
const parts = (path: string): string => path.split("/").map(part).join("/");

const API = "/api/v1";

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
		pages: () => `${API}/pages`,
		page: (path: string) => `${API}/pages/${parts(path)}`,
		announcements: () => `${API}/announcements`,
		documents: () => `${API}/documents`,
		search: () => `${API}/search`,
		document: (slug: string) => `${API}/documents/${part(slug)}`,
		documentDownload: (slug: string) => `${API}/documents/${part(slug)}/download`,
		attachment: (id: string, filename: string) => `${API}/attachments/${id}/${part(filename)}`,
		feed: (format: "rss" | "atom" | "json") => `${API}/feeds/articles.${format}`,
		openapi: () => `${API}/openapi.json`,
		docs: () => `${API}/docs`,
	},
	hooks: { resend: () => "/hooks/resend" },
	/** The addresses of a draft and of its files, for a reader who has a signed link. */
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
	/** The public address of a text that people are told (告知事項). */
	notice: (kind: string) => `/notices/${kind}`,
	account: {
		show: () => "/account",
		/** The picture of the association's seal 圖記, for the receipts of whoever is signed in. */
		seal: (id: Id) => `/account/seal/${id}`,
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
	member: { ...nouns.member, home: () => "/member" },
	admin: {
		...nouns.admin,
		home: () => "/admin",
		search: () => "/admin/search",
		styleguide: () => "/admin/styleguide",
	},
	/** Addresses on the public website, whose origin is a setting. */
	site: {
		article: (slug: string) => `/articles/${part(slug)}`,
		page: (path: string) => `/${parts(path)}`,
		document: (slug: string) => `/documents/${part(slug)}`,
		announcement: (slug: string) => `/announcements/${part(slug)}`,
	},
} as const;
