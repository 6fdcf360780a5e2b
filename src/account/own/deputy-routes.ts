import * as z from "zod";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { deputiesOf, deputyOptions, pastDeputiesOf, standsInFor } from "#db/system/index.ts";
import { endDeputy, nameDeputy } from "#domain/system/actions.ts";
import { DeputyInput } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { DEPUTISED } from "#permissions.ts";
import { freshForm } from "#ui/form-state.ts";
import { deputiesPage } from "./deputies-page.ts";

const PAST_SHOWN = 5;
const A_WEEK_MS = 7 * 86_400_000;

async function deputies({ env, who, at }: Ask, { sent, ending }: Refused<"sent" | "ending">) {
	const today = dateInTaipei(at);
	const [current, past, standing, options] = await readRows(
		env.DB,
		deputiesOf(who.userId, today),
		pastDeputiesOf(who.userId, { today, limit: PAST_SHOWN }),
		standsInFor(who.userId, today),
		deputyOptions(who.userId, who.userId),
	);
	return deputiesPage({
		current,
		past,
		standsInFor: standing,
		options,
		given: DEPUTISED.filter((one) => who.ownPermissions.has(one)),
		today,
		state: sent ?? freshForm({ starts_on: today, ends_on: dateInTaipei(at + A_WEEK_MS) }),
		key: crypto.randomUUID(),
		problem: ending && (ending.problem ?? "請重新整理頁面後再試一次。"),
	});
}

/**
 * The page on which a user names deputies. It needs a recent proof of identity, because it hands over the right to
 * approve: somebody at an unlocked screen could name an accomplice.
 */
const page = pageWithForms({
	path: paths.account.deputies(),
	gate: "deputies",
	fresh: true,
	page: deputies,
});

const name = page.form("sent", {
	fresh: true,
	form: DeputyInput,
	run: async ({ db, who, by }, { input, key }) => {
		await nameDeputy(db, who.userId, { ...by, input, key });
		return { to: paths.account.deputies(), flash: "已指定代理人。" };
	},
});

const end = page.form("ending", {
	path: paths.account.deputyEnd(":id"),
	params: IdParams,
	form: z.strictObject({ version: z.coerce.number().int() }),
	run: async ({ db, who, params, by }, { input: { version } }) => {
		await endDeputy(db, { id: params.id, version }, { ...by, ownerId: who.userId });
		return { to: paths.account.deputies(), flash: "代理已結束。" };
	},
});

export const DEPUTY_ROUTES: readonly Route[] = [page.show, name, end];
