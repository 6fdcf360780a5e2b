import * as z from "zod";
import { allows } from "#auth/permissions.ts";
import type { Route } from "#auth/route.ts";
import { type FoundPayee, payeesFound } from "#db/books/payee-of.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { bankWords } from "#kernel/bank-codes.ts";
import { pageWithForms } from "#kits/form/form.ts";
import type { OfferedPayee } from "#ui/islands/parts.ts";

const FoundQuery = z.strictObject({ q: z.string().trim().max(80).default("") });

const offered = ({ name, tax_id, national_id_mask, bank, bank_code, branch, account }: FoundPayee): OfferedPayee => ({
	label: name,
	sub: [tax_id ?? national_id_mask, bank ?? (bank_code && bankWords(bank_code))].filter(Boolean).join("　"),
	taxId: tax_id ?? "",
	bank: bank ?? [bank_code && bankWords(bank_code), branch].filter(Boolean).join(" "),
	account: account ?? "",
});

/** Returns as JSON the payees that the typed name or 統一編號 of a request finds. */
const found = pageWithForms({
	path: paths.admin.payees.found(),
	gate: "payees_found",
	query: FoundQuery,
	page: async ({ env, who, query: { q } }) => {
		if (q === "") return { data: { data: [] } };
		const reader = { userId: who.userId, seesAll: allows("payees", who) };
		const [rows] = await readRows(env.DB, payeesFound(q.normalize("NFKC"), reader));
		return { data: { data: rows.map(offered) } };
	},
});

/** The route that suggests payees. */
export const FOUND_ROUTES: readonly Route[] = [found.show];
