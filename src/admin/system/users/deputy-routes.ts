import * as z from "zod";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { deputiesOf, deputyOptions } from "#db/system/deputies.ts";
import { userSelect } from "#db/system/user-lists.ts";
import { endDeputy } from "#domain/system/deputies/actions.ts";
import { DeputyInput } from "#domain/system/deputies/schema.ts";
import { nameDeputyFor } from "#domain/system/rights/actions.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { relay } from "#platform/queue.ts";
import { shownAgain } from "./access-routes.ts";
import { deputyPage, freshDeputy } from "./deputy-page.ts";
import { offersOn } from "./offers.ts";
import { told } from "./told.ts";

const { users } = paths.admin;
const place = { gate: "users", params: IdParams } as const;
const whole = z.coerce.number().int();

async function read({ env, params, at, who }: Ask<z.infer<typeof IdParams>>) {
	const today = dateInTaipei(at);
	const [[user], deputies, options] = await readRows(
		env.DB,
		userSelect(params.id, at),
		deputiesOf(params.id, today),
		deputyOptions(params.id, who.userId),
	);
	return user && { user, deputies, options, today, key: crypto.randomUUID() };
}

/**
 * The form that names a deputy. It requires a recent confirmation of the current user's identity, because it hands out
 * approvals.
 */
const nameDeputyForm = view({
	...place,
	path: users.deputies(":id"),
	fresh: true,
	show: async (ask) => {
		const found = await read(ask);
		if (!found) return "missing";
		if (!offersOn(found.user, ask.who).nameDeputy) return { to: users.show(found.user.id) };
		return deputyPage(found, freshDeputy(found.today));
	},
});

const storeDeputy = action({
	...place,
	path: users.deputies(":id"),
	fresh: true,
	form: DeputyInput,
	run: async ({ c, env, db, by, params }, { input, key }) => {
		const outcome = await nameDeputyFor(db, params.id, { input, key, ...by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: users.show(params.id), ...told(outcome, "已指定代理人。") };
	},
	page: async (ask, state) => {
		const found = await read(ask);
		return found ? deputyPage(found, state) : "missing";
	},
});

/** Ends a deputyship that this user gave. */
const endDeputyOf = action({
	...place,
	path: users.deputiesEnd(":id"),
	form: z.strictObject({ deputy: whole, version: whole }),
	run: async ({ db, by, params }, { input }) => {
		await endDeputy(db, { id: input.deputy, version: input.version }, { ownerId: params.id, ...by });
		return { to: users.show(params.id), flash: "已結束代理。" };
	},
	page: shownAgain,
});

export const DEPUTY_ROUTES: readonly Route[] = [nameDeputyForm, storeDeputy, endDeputyOf];
