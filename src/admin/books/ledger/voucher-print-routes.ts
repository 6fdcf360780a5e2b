import * as z from "zod";
import { IdParams, type Route } from "#auth/route.ts";
import type { Surroundings } from "#auth/visitor.ts";
import { voucherForPage, vouchersToPrint } from "#db/books/voucher-drafts.ts";
import { readRows } from "#db/read.ts";
import { signersOn } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { asked } from "#kernel/query.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { CHOSEN, choosing } from "#kits/list/chosen.ts";
import { queryOf, schemasOf } from "#kits/list/conditions.ts";
import { JOURNAL_CONDITIONS } from "./journal-routes.ts";
import { spanOf } from "./query.ts";
import { PRINT_MAX, VOUCHER_PAPERS, voucherPrintPage, vouchersPrintPage } from "./voucher-print-page.ts";
import { VOUCHERS } from "./voucher-words.ts";

const { ledger } = paths.admin;
const gate = "ledger";
/** Returns what all papers of vouchers show besides the voucher. */
const headOf = ({ fullName: association, titles }: Surroundings) => ({
	association,
	signers: signersOn(titles, "製票"),
});
const paper = asked(z.enum(VOUCHER_PAPERS));

const one = pageWithForms({
	path: ledger.voucherPrint(":id"),
	isPaper: true,
	gate,
	params: IdParams,
	query: z.strictObject({ paper }),
	page: async ({ env, params, query: { paper: size = "a4" }, surroundings }) => {
		const [[voucher]] = await readRows(env.DB, voucherForPage(params.id));
		if (!voucher || voucher.state === "draft") return "missing";
		return voucherPrintPage(voucher, { ...headOf(surroundings), size });
	},
});

const Journal = queryOf(JOURNAL_CONDITIONS);
/** The query of a print of several: the ticked ids, else all vouchers that fit the conditions of 日記簿. */
const ManyQuery = z.strictObject({ ...schemasOf(JOURNAL_CONDITIONS), ...CHOSEN, paper });

const many = pageWithForms({
	path: ledger.vouchersPrint(),
	isPaper: true,
	gate,
	query: ManyQuery,
	page: async ({ c, env, query: { ids, here, paper: size = "a4", ...asked }, surroundings, at }) => {
		const { kind, q, ...ends } = Journal.parse(asked);
		const of = ids ? { ids } : { filter: { ...spanOf(ends, at).days, kind, q } };
		const [vouchers] = await readRows(env.DB, vouchersToPrint(of, PRINT_MAX + 1));
		const back = here === "" ? ledger.journal() : `${ledger.journal()}?${here}`;
		return vouchersPrintPage(vouchers, {
			...headOf(surroundings),
			...{ size, back },
			here: { path: ledger.vouchersPrint(), query: c.req.query() },
		});
	},
});

const tried = (text: string) => Journal.safeParse(Object.fromEntries(new URLSearchParams(text)));

const choice = choosing({
	path: ledger.vouchersChoice(),
	gate,
	list: {
		askedBy: (text) => (tried(text === "*" ? "" : text).success ? { sort: undefined } : undefined),
		again: (query) => (query && tried(query).success ? `${ledger.journal()}?${query}` : ledger.journal()),
	},
	leadsTo: () => ledger.vouchersPrint(),
	name: "傳票",
	title: "列印傳票",
	area: VOUCHERS,
});

/** The routes of vouchers on paper. */
export const VOUCHER_PRINT_ROUTES: readonly Route[] = [many.show, choice, one.show];
