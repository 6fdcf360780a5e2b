/**
 * Every page that there is: the GET routes of all surfaces (src/surfaces.ts), each as everybody whom its gate lets in, and
 * the exceptions. A new route is in the list by itself; one with a place for an id has its addresses in `fillPages`.
 */
import { routes } from "./routes.ts";

export type Role = "admin" | "member" | "nobody" | "halfway";
/** A path, who opens it, and where that leads when it is not the page itself. */
export type Visit = { path: string; as: Role; to?: string; status?: number };

/** Who is led on elsewhere, or told no; every other page opens. */
const OTHERWISE: Record<string, Pick<Visit, "to" | "status">> = {
	"/ as nobody": { to: "/login" },
	"/admin/settings as admin": { to: "/admin/settings/association" },
	"/account/second-factor/setup as admin": { to: "/account/second-factor" },
	"/account/second-factor/recovery-codes as member": { to: "/account/second-factor" },
	"/account/second-factor/removal as member": { to: "/account/second-factor" },
	"/account/email/:token as member": { status: 410 },
	"/member as admin": { to: "/member/profile/create" },
	"/member/profile/edit as member": { to: "/member/profile" },
	"/member/certificate as member": { to: "/member/profile" },
	"/member/family/:id/certificate as member": { to: "/member/family/9" },
	// Without a register that was paid there is nothing to take.
	"/admin/withholding/year/export/xlsx as admin": { to: "/admin/withholding/year" },
	"/admin/withholding/year/export/csv as admin": { to: "/admin/withholding/year" },
	// Without an approved register that is transferred there is nothing to take.
	"/admin/finance/registers/transfer-file/xlsx as admin": { status: 404 },
	"/admin/finance/registers/transfer-file/csv as admin": { status: 404 },
	"/admin/members/:id/sensitive as admin": { to: "/admin/members/3" },
	"/admin/members/links/:id/decision as admin": { to: "/admin/members/links/1" },
	"/admin/members/privacy/:id/answer as admin": { to: "/admin/members/privacy/1" },
	"/admin/members/privacy/:id/extension as admin": { to: "/admin/members/privacy/1" },
	"/member/profile/create as member": { to: "/member" },
	"/member/application/edit as admin": { to: "/member/profile/create" },
	"/member/application/edit as member": { to: "/member" },
	"/member/application/withdrawal as admin": { to: "/member/profile/create" },
	"/member/application/withdrawal as member": { to: "/member" },
	"/member/application/certificate as admin": { to: "/member/profile/create" },
	"/member/application/certificate as member": { to: "/member" },
};
const XLSX = /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet$/;
const CSV = /^text\/csv; charset=utf-8$/;
/** Lists that leave as files. */
const EXPORTS = [
	"/admin/dues/export",
	"/admin/dues/report/export",
	"/admin/members/statistics/export",
	"/admin/ledger/export",
	"/admin/ledger/general/export",
	"/admin/ledger/statements/export",
	"/admin/ledger/trial-balance/export",
	"/admin/ledger/sub/export",
	"/admin/ledger/by-items/export",
	"/admin/ledger/cash-book/export",
	"/admin/ledger/annual/export",
	"/admin/ledger/assets/export",
	"/admin/ledger/budgets/export",
	"/admin/income/export",
	"/admin/income/tax/export",
	"/admin/finance/export",
	"/admin/groups/people/export",
	"/admin/organisations/export",
	"/admin/payments/export",
	"/admin/payees/export",
	"/admin/receipts/export",
	"/admin/members/export",
	"/admin/members/privacy/agreements/export",
	"/admin/examinations/items",
	"/admin/tasks/export",
].flatMap((path) => [[`${path}/xlsx`, XLSX] as const, [`${path}/csv`, CSV] as const]);

/** No pages of ours: a picture, a table, a mail, data. */
export const FILES: Record<string, RegExp> = {
	...Object.fromEntries(EXPORTS),
	"/logo/:id": /^image\/png$/,
	"/account/seal/:id": /^image\/jpeg$/,
	"/admin/media/:id/files/:filename": /^image\/png$/,
	"/preview/files/:kind/:id/:file/:filename": /^image\/png$/,
	"/admin/writing/links": /^application\/json/,
	"/admin/payees/found": /^application\/json/,
	"/admin/documents/:id/versions/:number": /^application\/pdf$/,
	"/admin/documents/reading/:id/file": /^application\/pdf$/,
	"/member/documents/:id/file": /^application\/pdf$/,
	"/admin/announcements/:id/files/:file/:filename": /^application\/pdf$/,
	"/member/announcements/:id/files/:file/:filename": /^application\/pdf$/,
	"/admin/certificates/:id/file": /^image\/jpeg$/,
	"/admin/members/:id/own-files/:field": /^image\/png$/,
	"/member/profile/own-files/:field": /^image\/png$/,
	"/member/family/:id/own-files/:field": /^image\/png$/,
	"/admin/releases/:id/paper": /^image\/png$/,
	"/member/certificate/:id/file": /^image\/jpeg$/,
	"/member/payments/:id/proof": /^image\/jpeg$/,
	"/member/receipts/:id/pdf": /^application\/pdf$/,
	"/admin/receipts/pdf": /^application\/pdf$/,
	"/admin/receipts/:id/pdf": /^application\/pdf$/,
	"/admin/finance/:id/attachments/:fileId": /^image\/jpeg$/,
	"/admin/payments/:id/proof": /^image\/jpeg$/,
	"/admin/audit/export": CSV,
	"/admin/announcements/:id/mail-body": /^text\/html; charset=utf-8$/,
	"/admin/mail/:id/body": /^text\/html; charset=utf-8$/,
};
/** States of pages that no route of its own has. */
export const STATES: Visit[] = [
	{ path: "/admin/users?q=沒有這個人", as: "admin" },
	{ path: "/admin/search?q=林", as: "admin" },
	{ path: "/admin/bank/lines?status=all", as: "admin" },
	{ path: "/admin/bank/lines?at=1", as: "admin" },
	{ path: "/admin/users?unknown=1", as: "admin", status: 400 },
	{ path: "/admin/nothing", as: "admin", status: 404 },
	{ path: "/admin/users", as: "member", status: 403 },
	{ path: "/invite/dead", as: "nobody", status: 410 },
];

const pages = routes.filter(({ method }) => method === "GET");

const rolesOf = ({ path, gate }: (typeof pages)[number]): Role[] => {
	if (path === "/login/code") return ["halfway"];
	if (gate === "anyone") return ["nobody"];
	if (gate === "member") return ["member"];
	return gate === "signed_in" ? ["admin", "member"] : ["admin"];
};

/** The routes that are pages; `path` is the route's, with its places. */
export const PAGES: readonly Visit[] = pages
	.filter(({ path }) => !(path in FILES))
	.flatMap((route) => rolesOf(route).map((as) => ({ path: route.path, as, ...OTHERWISE[`${route.path} as ${as}`] })));
