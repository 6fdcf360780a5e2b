import * as z from "zod";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { deputiesOf, deputyOptions, pastDeputiesOf, standsInFor } from "#db/system/deputies.ts";
import { endDeputy, nameDeputy } from "#domain/system/deputies/actions.ts";
import { DeputyInput } from "#domain/system/deputies/schema.ts";
import { paths } from "#http/paths.ts";
import { DEPUTISED } from "#kernel/permissions.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { deputiesPage } from "./deputies-page.ts";

const PAST_SHOWN = 5;
const A_WEEK_MS = 7 * 86_400_000;

type Seen = { state?: FormState; problem?: string | undefined };

async function deputies({ env, who, at }: Pick<Ask, "env" | "who" | "at">, { state, problem }: Seen): Promise<Page> {
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
		state: state ?? freshForm({ starts_on: today, ends_on: dateInTaipei(at + A_WEEK_MS) }),
		key: crypto.randomUUID(),
		problem,
	});
}

/**
 * Shows the deputies. It needs a fresh proof of identity, as the approvals do that a deputy gets; otherwise a person at
 * an unlocked screen could name an accomplice.
 */
const showDeputies = view({
	path: paths.account.deputies(),
	gate: "deputies",
	fresh: true,
	show: (ask) => deputies(ask, {}),
});

const storeDeputy = action({
	path: paths.account.deputies(),
	gate: "deputies",
	fresh: true,
	form: DeputyInput,
	run: async ({ db, who, by }, { input, key }) => {
		await nameDeputy(db, who.userId, { ...by, input, key });
		return { to: paths.account.deputies(), flash: "已指定代理人。" };
	},
	page: (ask, state) => deputies(ask, { state }),
});

const storeEnd = action({
	path: paths.account.deputyEnd(":id"),
	gate: "deputies",
	params: IdParams,
	form: z.strictObject({ version: z.coerce.number().int() }),
	run: async ({ db, who, params, by }, { input: { version } }) => {
		await endDeputy(db, { id: params.id, version }, { ...by, ownerId: who.userId });
		return { to: paths.account.deputies(), flash: "代理已結束。" };
	},
	page: (ask, { problem }) => deputies(ask, { problem: problem ?? "請重新整理頁面後再試一次。" }),
});

export const DEPUTY_ROUTES: readonly Route[] = [showDeputies, storeDeputy, storeEnd];
