import type * as z from "zod";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { picturesOfRelease, releaseForStaff, usesOfRelease } from "#db/content/releases.ts";
import { readRows } from "#db/read.ts";
import { createRelease, editRelease, viewPaper, withdrawRelease } from "#domain/content/releases/actions.ts";
import { RELEASE_LISTS, ReleaseEdit, ReleaseForm, ReleaseWithdrawal } from "#domain/content/releases/form.ts";
import { PURPOSE } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { privateFile } from "#kits/file/private-file.ts";
import { elsewhere, formPage, pageWithForms } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { editReleasePage, formOf, newReleasePage } from "./form-page.ts";
import { releaseList, storyList } from "./list.ts";
import { type ReleaseView, releasePage } from "./show-page.ts";
import { withdrawalPage } from "./withdrawal-page.ts";

const { releases } = paths.admin;
const gate = "releases";
const FORM = { many: RELEASE_LISTS, maxBytes: PURPOSE.release.maxBytes + 1024 * 1024 } as const;
type AskOne = Ask<z.infer<typeof IdParams>>;

/** Reads a release with everything that it is used for, in one round trip. */
async function viewOf({ env, params, who, at }: AskOne): Promise<ReleaseView | "missing"> {
	const [[release], uses, pictures] = await readRows(
		env.DB,
		releaseForStaff(params.id),
		usesOfRelease(params.id),
		picturesOfRelease(params.id),
	);
	return release ? { release, uses, pictures, opens: (one) => allows(one, who), at } : "missing";
}

const create = formPage({
	path: releases.create(),
	gate,
	form: ReleaseForm,
	...FORM,
	page: (_, state) => newReleasePage(state, crypto.randomUUID()),
	run: async ({ env, db, by }, { input, files, key }) => {
		const id = await createRelease(env, db, { input, upload: files.file?.[0], key, by });
		return { to: releases.show(id), flash: "已登錄同意書。" };
	},
});

const show = pageWithForms({
	path: releases.show(":id"),
	gate,
	params: IdParams,
	page: async (ask: AskOne) => {
		const view = await viewOf(ask);
		return view === "missing" ? view : releasePage(view);
	},
});

const edit = formPage({
	path: releases.edit(":id"),
	gate,
	params: IdParams,
	form: ReleaseEdit,
	...FORM,
	about: async ({ env, params }: AskOne) =>
		(await readRows(env.DB, releaseForStaff(params.id)))[0][0] ?? ("missing" as const),
	closed: ({ id, withdrawn_at }) => (withdrawn_at === null ? undefined : { to: releases.show(id) }),
	filled: formOf,
	page: editReleasePage,
	run: async ({ env, db, by, params }, { input: { version, ...input }, files }) => {
		await editRelease(env, db, { ref: { id: params.id, version }, input, upload: files.file?.[0], by });
		return { to: releases.show(params.id), flash: "已儲存同意書。" };
	},
});

const withdrawal = formPage({
	path: releases.withdrawal(":id"),
	gate,
	params: IdParams,
	form: ReleaseWithdrawal,
	about: async (ask: AskOne) => {
		const view = await viewOf(ask);
		const isOver = view !== "missing" && view.release.withdrawn_at !== null;
		return isOver ? elsewhere({ to: releases.show(ask.params.id), flash: "這份同意書已經撤回。", tone: "info" }) : view;
	},
	page: withdrawalPage,
	run: async ({ c, env, db, by, params }, { input: { version, reason } }) => {
		await withdrawRelease(db, { id: params.id, version }, { reason, by });
		c.executionCtx.waitUntil(relay(env));
		return { to: releases.show(params.id), flash: "已撤回同意，依它公開的內容都改回草稿了。" };
	},
});

/** Sends the paper of a release to staff; "missing" when there is none. */
const paper = privateFile({
	path: releases.paper(":id"),
	gate,
	holds: "own",
	params: IdParams,
	as: "picture",
	open: ({ env, db, by, params }) => viewPaper(env, db, { id: params.id, by }),
});

export const RELEASE_ROUTES: readonly Route[] = [
	...releaseList.routes,
	...storyList.routes,
	...create,
	show.show,
	...edit,
	...withdrawal,
	paper,
];
