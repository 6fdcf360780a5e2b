import { allows } from "#auth/permissions.ts";
import type { Ask, Route } from "#auth/route.ts";
import { feeEffect, membershipFees, membershipTypes } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { setFee } from "#domain/money/dues/fee-actions.ts";
import { FeeForm } from "#domain/money/dues/fee-form.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keysOf } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type FeesPage, feesPage } from "./fees-page.ts";

const { dues } = paths.admin;

async function pageOf(
	{ env, who, at }: Pick<Ask, "env" | "who" | "at">,
	state?: FormState,
	effect?: FeesPage["effect"],
) {
	const [fees, types, settings] = await readRows(
		env.DB,
		membershipFees(),
		membershipTypes(),
		selectSettings(keysOf("fees")),
	);
	const of = { fees, types, settings: parseSettings("fees", settings), today: dateInTaipei(at), effect };
	return feesPage({ ...of, mayManage: allows("dues", who), key: crypto.randomUUID() }, state);
}

const fees = pageWithForms({
	path: dues.fees(),
	gate: "dues_view",
	page: (ask: Ask, { sent }) => pageOf(ask, sent),
});

const set = fees.form("sent", {
	gate: "dues",
	form: FeeForm,
	run: async (ask, { input: { isSeen, fee }, key, values }) => {
		if (!isSeen) {
			const [[effect]] = await readRows(ask.env.DB, feeEffect(fee));
			if (effect?.term !== "year" && effect?.term !== "life") throw new Refusal("dues.exempt");
			if (effect.term === "life" && fee.annual_fee !== 0) throw new Refusal("dues.life_annual");
			return pageOf(ask, { values, errors: {} }, effect && { ...effect, fee });
		}
		await setFee(ask.db, { fee, key, by: ask.by });
		return { to: dues.fees(), flash: "已設定會費標準。" };
	},
});

/** The routes of what membership types pay (會費標準). */
export const FEE_ROUTES: readonly Route[] = [fees.show, set];
