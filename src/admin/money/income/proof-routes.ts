import { IdParams, type Route, view } from "#auth/route.ts";
import { incomeRow } from "#db/money/income.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { sealOn } from "#domain/money/receipts/print.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keysOf, signersOn } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { proofPage } from "./proof-page.ts";

const { income } = paths.admin;

const proof = view({
	path: income.certificate(":id"),
	isPaper: true,
	gate: "income",
	params: IdParams,
	show: async ({ env, at, surroundings, params }) => {
		const [[row], settings] = await readRows(
			env.DB,
			incomeRow(params.id),
			selectSettings([...keysOf("association"), ...keysOf("receipts")]),
		);
		if (!row) return "missing";
		const isThere = row.state === "recorded" || row.state === "posted";
		if (!isThere || (row.kind === "donation" && row.is_in_kind === 0)) return { to: income.show(row.id) };
		return proofPage({
			income: row,
			association: parseSettings("association", settings),
			signers: signersOn(surroundings.titles, "經手人"),
			seal: sealOn(parseSettings("receipts", settings)),
			today: dateInTaipei(at),
		});
	},
});

/** The routes of 實物捐贈證明 and 領據. */
export const PROOF_ROUTES: readonly Route[] = [proof];
