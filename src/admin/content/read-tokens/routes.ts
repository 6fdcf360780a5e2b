import * as z from "zod";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { selectReadToken } from "#db/content/read-tokens.ts";
import { readRows } from "#db/read.ts";
import { createReadToken, endReadToken } from "#domain/content/read-tokens/actions.ts";
import { ReadTokenInput } from "#domain/content/read-tokens/form.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { newTokenPage, revocationPage, shownTokenPage } from "./form-page.ts";
import { readTokenList } from "./list.ts";

const { readTokens } = paths.admin;
const gate = "webhooks";

const one = async ({ env, params }: Ask<z.infer<typeof IdParams>>) =>
	(await readRows(env.DB, selectReadToken(params.id)))[0][0] ?? ("missing" as const);

const create = formPage({
	path: readTokens.create(),
	gate,
	form: ReadTokenInput,
	page: (_, state) => newTokenPage(state),
	run: async ({ db, by }, { input: { name } }) => shownTokenPage(name, await createReadToken(db, name, by)),
});

const revocation = formPage({
	path: readTokens.revocation(":id"),
	gate,
	params: IdParams,
	form: z.strictObject({}),
	about: one,
	closed: ({ revoked_at }) => (revoked_at === null ? undefined : { to: readTokens.list() }),
	page: revocationPage,
	run: async (ask) => {
		const token = await one(ask);
		if (token === "missing") return "missing";
		await endReadToken(ask.db, token, ask.by);
		return { to: readTokens.list(), flash: `已停用讀取金鑰「${token.name}」。` };
	},
});

/** The routes of read tokens. */
export const READ_TOKEN_ROUTES: readonly Route[] = [...readTokenList.routes, ...create, ...revocation];
