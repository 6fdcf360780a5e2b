import * as z from "zod";
import type { Ask, Route } from "#auth/route.ts";
import { type TaxRow, taxRows } from "#db/money/income-lists.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { TAX_COLUMNS, taxFileName, taxRowsOf } from "#domain/money/income/tax.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keysOf } from "#domain/system/index.ts";
import type { Bindings } from "#env.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { book } from "#kits/list/book.ts";
import { linked } from "#kits/list/conditions.ts";
import { backTo, takenAway } from "#kits/list/taking-away.ts";
import { openNationalId } from "#platform/member-seals.ts";
import { GiftCode, TaxCharset, taxPage, whyOut } from "./tax-page.ts";

const { income } = paths.admin;
const YEAR = linked(z.coerce.number().int().min(1912).max(2200));
const TaxExportQuery = z.strictObject({
	year: YEAR.schema,
	code: GiftCode,
	charset: TaxCharset,
});

/** Returns the year that is usually declared: in January last year, afterwards this year. */
const usualYear = (at: number): number => {
	const today = dateInTaipei(at);
	return Number(today.slice(0, 4)) - (today.slice(5, 7) === "01" ? 1 : 0);
};

async function read({ env, at }: Pick<Ask, "env" | "at">, asked: number | undefined) {
	const year = asked ?? usualYear(at);
	const [rows, settings] = await readRows(env.DB, taxRows(year), selectSettings(keysOf("association")));
	return { year, rows, association: parseSettings("association", settings) };
}

const declaration = book({
	path: income.tax(),
	gate: "income_manage",
	isPaper: true,
	conditions: { year: YEAR },
	read: (ask) => read(ask, ask.query.year),
	page: (of, { at }) => taxPage({ ...of, thisYear: Number(dateInTaipei(at).slice(0, 4)) }),
});

/** Decrypts the national ids of the receipts that belong in the file. */
async function opened(env: Bindings, rows: readonly TaxRow[]) {
	const all = rows.filter((row) => whyOut(row) === undefined);
	return Promise.all(
		all.map(async (row) => ({
			nationalId: (await openNationalId(env, row)) ?? "",
			name: row.payer_title,
			amount: row.amount,
		})),
	);
}

/**
 * The routes that download the file for the tax office, with complete (decrypted) national ids. Without the
 * association's 統一編號 in the settings, they redirect to the page with a message.
 */
const files = takenAway({
	path: income.taxExport,
	gate: "income_manage",
	query: TaxExportQuery,
	holds: "sealed",
	name: "捐款",
	unit: "筆",
	narrow: "請聯絡系統維運人員",
	page: income.tax(),
	drop: ["code", "charset"],
	noted: ["income.tax_export", "income"],
	read: async (ask) => {
		const { year, rows, association } = await read(ask, ask.query.year);
		if (association.tax_id === "")
			return backTo(ask, { page: income.tax(), drop: ["code", "charset"] }, "請先在設定填寫協會的統一編號。");
		const receiver = {
			taxId: association.tax_id,
			name: association.name,
			approval: association.registration_no,
			kind: ask.query.code,
		};
		const table = {
			sheet: "捐贈資料",
			header: TAX_COLUMNS,
			widths: [10, 22, 18, 12, 20, 8, 30, 30],
			rows: taxRowsOf(await opened(ask.env, rows), { year, receiver }),
			charset: ask.query.charset,
		};
		return { file: taxFileName(year, receiver.taxId), table, filter: { year: String(year) } };
	},
});

/** The routes of 捐款申報. They come before the routes of one record, whose ":id" would match "tax" too. */
export const TAX_ROUTES: readonly Route[] = [...declaration, ...files];
