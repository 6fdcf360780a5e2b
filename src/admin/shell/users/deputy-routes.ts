import * as z from "zod";
import { deputyPage, freshDeputy, offersOn, told } from "#admin/system/index.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { deputiesOf, deputyOptions, userSelect } from "#db/system/index.ts";
import { endDeputy, nameDeputyFor } from "#domain/system/actions.ts";
import { DeputyInput } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { formPage } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { userForms } from "./access-routes.ts";

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
 * The routes of naming a deputy for a user. Naming needs fresh authentication, as on the user's own page, because it
 * hands over the right to approve.
 */
const naming = formPage({
	...place,
	path: users.deputies(":id"),
	fresh: true,
	form: DeputyInput,
	about: async (ask) => (await read(ask)) ?? "missing",
	closed: ({ user }, { who }) => (offersOn(user, who).nameDeputy ? undefined : { to: users.show(user.id) }),
	filled: ({ today }) => freshDeputy(today),
	page: deputyPage,
	run: async ({ c, env, db, by, params }, { input, key }) => {
		const outcome = await nameDeputyFor(db, params.id, { input, key, ...by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: users.show(params.id), ...told(outcome, "已指定代理人。") };
	},
});

/** Ends a deputyship that the user of the page gave. */
const endDeputyOf = userForms.form("sent", {
	path: users.deputiesEnd(":id"),
	form: z.strictObject({ deputy: whole, version: whole }),
	run: async ({ db, by, params }, { input }) => {
		await endDeputy(db, { id: input.deputy, version: input.version }, { ownerId: params.id, ...by });
		return { to: users.show(params.id), flash: "已結束代理。" };
	},
});

export const DEPUTY_ROUTES: readonly Route[] = [...naming, endDeputyOf];
