import * as z from "zod";
import { type Ask, type Route, view } from "#auth/route.ts";
import { type TaxRow, taxRows } from "#db/income-lists.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/settings.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { noteIncomeExport } from "#domain/income/actions.ts";
import { TAX_COLUMNS, taxFileName, taxRowsOf } from "#domain/income/tax.ts";
import { asked } from "#domain/query.ts";
import { parseSettings } from "#domain/settings/actions.ts";
import { keysOf } from "#domain/settings/stored.ts";
import type { Bindings } from "#env.ts";
import { paths } from "#http/paths.ts";
import { type SheetFormat, sheetFile } from "#http/sheet-file.ts";
import { openMember } from "#platform/member-seals.ts";
import { taxPage, whyOut } from "./tax-page.ts";

const { income } = paths.admin;
const Year = asked(z.coerce.number().int().min(1912).max(2200));
const TaxQuery = z.strictObject({ year: Year });
const TaxExportQuery = z.strictObject({
	year: Year,
	code: z
		.string()
		.regex(/^\d{0,2}$/)
		.default("00"),
});

/** The year before is the one that is declared until the end of January; then too. */
const usualYear = (at: number): number => {
	const today = dateInTaipei(at);
	return Number(today.slice(0, 4)) - (today.slice(5, 7) === "01" ? 1 : 0);
};

async function read({ env, at }: Pick<Ask, "env" | "at">, asked: number | undefined) {
	const year = asked ?? usualYear(at);
	const [rows, settings] = await readRows(env.DB, taxRows(year), selectSettings(keysOf("association")));
	return { year, rows, association: parseSettings("association", settings) };
}

const show = view({
	path: income.tax(),
	gate: "income_manage",
	query: TaxQuery,
	show: async (ask) =>
		taxPage({ ...(await read(ask, ask.query.year)), thisYear: Number(dateInTaipei(ask.at).slice(0, 4)) }),
});

/** What belongs in the file, with the whole numbers. */
async function opened(env: Bindings, rows: readonly TaxRow[]) {
	const all = rows.filter((row) => whyOut(row) === undefined);
	return Promise.all(
		all.map(async ({ seal_id, national_id, payer_title, amount }) => {
			const { national_id: id } = await openMember(env, { seal_id, national_id, diagnosis_note: null });
			return { nationalId: id ?? "", name: payer_title, amount };
		}),
	);
}

/** The file for the tax office: the one place where whole numbers leave, with a row in the audit log before it does. */
const download = (format: SheetFormat): Route =>
	view({
		path: income.taxExport(format),
		gate: "income_manage",
		query: TaxExportQuery,
		fresh: true,
		show: async (ask) => {
			const { env, db, by, query } = ask;
			const { year, rows, association } = await read(ask, query.year);
			const back = (flash: string) => ({ to: `${income.tax()}?year=${year}`, flash, tone: "warn" as const });
			if (association.tax_id === "") return back("請先在設定填寫協會的統一編號。");
			const gifts = await opened(env, rows);
			if (gifts.length === 0) return back("這一年沒有可以申報的捐款。");
			const receiver = {
				taxId: association.tax_id,
				name: association.name,
				approval: association.registration_no,
				kind: query.code,
			};
			const sheet = {
				sheet: "捐贈資料",
				header: [...TAX_COLUMNS],
				widths: [10, 22, 18, 12, 20, 8, 30, 30],
				rows: taxRowsOf(gifts, { year, receiver }),
			};
			await noteIncomeExport(db, by, { step: "tax_export", format, items: sheet.rows.length, year });
			return sheetFile(taxFileName(year, receiver.taxId), sheet, format);
		},
	});

/** 捐款申報. Before the record's: "tax" is no id. */
export const TAX_ROUTES: readonly Route[] = [show, download("xlsx"), download("csv")];
