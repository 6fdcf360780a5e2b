import type * as z from "zod";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { redirectForStaff } from "#db/content/redirects.ts";
import { readRows } from "#db/read.ts";
import { createRedirect, editRedirect, removeRedirect } from "#domain/content/redirects/actions.ts";
import { RedirectEdit, RedirectInput, RedirectRemoval } from "#domain/content/redirects/form.ts";
import { paths } from "#http/paths.ts";
import { knownState } from "#http/state.ts";
import { formPage } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { editRedirectPage, formOf, newRedirectPage, removeRedirectPage } from "./form-page.ts";
import { redirectList } from "./list.ts";

const { redirects } = paths.admin;
const gate = "redirects";
type AskOne = Ask<z.infer<typeof IdParams>>;

/** Sends the queued messages at once, so that the website learns of the change. */
const tell = ({ c, env }: Pick<Ask, "c" | "env">): void => c.executionCtx.waitUntil(relay(env));
const hostsOf = async ({ c }: Pick<Ask, "c">) => (await knownState(c)).site;

const one = async ({ env, params }: AskOne) =>
	(await readRows(env.DB, redirectForStaff(params.id)))[0][0] ?? ("missing" as const);

const create = formPage({
	path: redirects.create(),
	gate,
	form: RedirectInput,
	page: (_, state) => newRedirectPage(state, crypto.randomUUID()),
	run: async (ask, { input, key }) => {
		await createRedirect(ask.db, { input, hosts: await hostsOf(ask), ...ask.by, key });
		tell(ask);
		return { to: redirects.list(), flash: `已新增轉址「${input.path}」。` };
	},
});

const edit = formPage({
	path: redirects.edit(":id"),
	gate,
	params: IdParams,
	form: RedirectEdit,
	about: one,
	filled: formOf,
	page: editRedirectPage,
	run: async (ask, { input: { version, ...input } }) => {
		await editRedirect(ask.db, { id: ask.params.id, version }, { input, hosts: await hostsOf(ask), ...ask.by });
		tell(ask);
		return { to: redirects.list(), flash: `已儲存轉址「${input.path}」。` };
	},
});

const removal = formPage({
	path: redirects.removal(":id"),
	gate,
	params: IdParams,
	form: RedirectRemoval,
	about: one,
	page: removeRedirectPage,
	run: async (ask, { input: { version } }) => {
		await removeRedirect(ask.db, { id: ask.params.id, version }, ask.by);
		tell(ask);
		return { to: redirects.list(), flash: "已刪除轉址。" };
	},
});

export const REDIRECT_ROUTES: readonly Route[] = [...redirectList.routes, ...create, ...edit, ...removal];
