import * as z from "zod";
import type { FormState } from "#admin/ui/form.ts";
import { problemPage } from "#admin/ui/problem.ts";
import { wantsJson } from "#auth/answer.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, action, type Route, view } from "#auth/route.ts";
import { MEDIA_PER_PAGE, mediaSelect, mentionsOfMedia, oneMedia, usesOfMedia } from "#db/media.ts";
import { readRows } from "#db/read.ts";
import { seesAllAnnouncements } from "#domain/announcements/audience.ts";
import { UPLOADS } from "#domain/files/purposes.ts";
import { editMedia, removeMedia, replaceMedia, uploadMedia } from "#domain/media/actions.ts";
import { type MediaFile, mediaFileOf } from "#domain/media/rules.ts";
import { AltInput, MediaListQuery, MediaParams } from "#domain/media/schema.ts";
import { Refusal } from "#domain/refusal.ts";
import { paths } from "#http/paths.ts";
import { relay } from "#platform/queue.ts";
import { removalPage, replacementPage } from "./change-pages.ts";
import { showMediaFile } from "./file-route.ts";
import { mediaListPage } from "./list-page.ts";
import { mediaPage } from "./show-page.ts";
import { storeAll } from "./store-all.ts";

const { media } = paths.admin;
const Nothing = z.strictObject({});
const version = z.coerce.number().int();
/** What a form with one file of the largest size takes. */
const FORM_BYTES = UPLOADS.media.maxBytes + 1024 * 1024;
type AskMedia = Ask<z.infer<typeof MediaParams>>;

/** Whether they see what only announcements for a few name, too. */
const all = ({ who }: Pick<Ask, "who">): boolean => seesAllAnnouncements(who.permissions);

const listOf = async ({ c, env, who }: Ask, query: MediaListQuery, state?: FormState) => {
	const [rows, [count]] = await readRows(env.DB, ...mediaSelect(query, all({ who })));
	const shown = { rows, total: count?.total ?? 0, page: query.page, query: c.req.query() };
	return mediaListPage(state ? { ...shown, query: {}, state } : shown);
};

/** The library for its keepers; as JSON for whoever writes and chooses from it. */
const listMedia = view({
	path: media.list(),
	gate: "media_files",
	query: MediaListQuery,
	show: async (ask) => {
		if (!wantsJson(ask.c))
			return allows("media", ask.who) ? listOf(ask, ask.query) : problemPage({ kind: "forbidden" });
		const [rows, [count]] = await readRows(ask.env.DB, ...mediaSelect(ask.query, all(ask)));
		const total = count?.total ?? 0;
		const last = Math.max(1, Math.ceil(total / MEDIA_PER_PAGE));
		return { data: { data: rows.map(mediaFileOf), meta: { current_page: ask.query.page, last_page: last, total } } };
	},
});

/** What was stored, at its own page when it is one that they see: the same file may be there already, for a few. */
async function told({ env, who }: Ask, stored: MediaFile[]) {
	const [first] = stored;
	const isOne = stored.length === 1 && first !== undefined;
	const isShown =
		isOne && allows("media", who) && (await readRows(env.DB, oneMedia(first.id, all({ who }))))[0].length > 0;
	return {
		to: isShown ? media.show(first.id) : media.list(),
		flash: isOne ? `已上傳「${first.filename}」。` : `已上傳 ${stored.length} 個檔案。`,
		status: 201 as const,
		json: { data: first },
	};
}

/** Some files of a form were refused; the others are stored. */
async function partly(ask: Ask, { stored, refused }: { stored: number; refused: string[] }) {
	const problem = `已上傳 ${stored} 個檔案，另外 ${refused.length} 個沒有上傳。`;
	const page = await listOf(ask, MediaListQuery.parse({}), { values: {}, errors: { file: refused }, problem });
	return { ...page, status: 422 };
}

const storeMedia = action({
	path: media.list(),
	gate: "media_files",
	form: Nothing,
	maxBytes: FORM_BYTES,
	run: async (ask, { files: { file: uploads = [] } }) => {
		const { env, db, by } = ask;
		const [one] = uploads;
		if (!one) throw new Refusal("file.empty");
		if (uploads.length === 1) return told(ask, [await uploadMedia(env, db, { upload: one, by })]);
		const { stored, refused } = await storeAll(env, db, { uploads, by });
		return refused.length > 0 ? partly(ask, { stored: stored.length, refused }) : told(ask, stored);
	},
	page: (ask, state) => listOf(ask, MediaListQuery.parse({}), state),
});
async function pageOf({ env, who, params, at }: AskMedia, sent?: FormState) {
	const [[file], uses] = await readRows(env.DB, oneMedia(params.id, all({ who })), usesOfMedia(params.id));
	return file ? mediaPage({ file, uses, at }, sent) : ("missing" as const);
}

const showMedia = view({ path: media.show(":id"), gate: "media", params: MediaParams, show: (ask) => pageOf(ask) });

const updateMedia = action({
	path: media.show(":id"),
	gate: "media",
	params: MediaParams,
	form: z.strictObject({ alt: AltInput, version }),
	run: async ({ db, by, who, params }, { input }) => {
		await editMedia(db, { id: params.id, version: input.version }, { alt: input.alt, all: all({ who }), by });
		return { to: media.show(params.id), flash: "已儲存替代文字。" };
	},
	page: pageOf,
});

async function replacementOf({ env, who, params }: AskMedia, state?: FormState) {
	const [[file], uses] = await readRows(env.DB, oneMedia(params.id, all({ who })), usesOfMedia(params.id));
	return file ? replacementPage({ file, uses }, state) : ("missing" as const);
}

const askReplacement = view({
	path: media.replacement(":id"),
	gate: "media",
	params: MediaParams,
	show: (ask) => replacementOf(ask),
});

const storeReplacement = action({
	path: media.replacement(":id"),
	gate: "media",
	params: MediaParams,
	form: Nothing,
	maxBytes: FORM_BYTES,
	run: async ({ c, env, db, by, who, params }, { files }) => {
		const upload = files.file?.[0];
		if (!upload) throw new Refusal("file.empty");
		const { file, changed } = await replaceMedia(env, db, { id: params.id, upload, all: all({ who }), by });
		c.executionCtx.waitUntil(relay(env));
		const words = changed > 0 ? `${changed} 個內容已改用「${file.filename}」` : `已上傳「${file.filename}」`;
		return { to: media.show(file.id), flash: `${words}，舊檔案留在媒體庫。` };
	},
	page: replacementOf,
});

async function removalOf({ env, who, params }: AskMedia, state?: FormState) {
	const { id } = params;
	const seen = oneMedia(id, all({ who }));
	const [[file], uses, [found]] = await readRows(env.DB, seen, usesOfMedia(id), mentionsOfMedia(id));
	return file
		? removalPage({ file, uses, mentions: found ?? { drafts: 0, revisions: 0 } }, state)
		: ("missing" as const);
}

const askRemoval = view({
	path: media.removal(":id"),
	gate: "media",
	params: MediaParams,
	show: (ask) => removalOf(ask),
});

const destroyMedia = action({
	path: media.removal(":id"),
	gate: "media",
	params: MediaParams,
	form: z.strictObject({ version }),
	run: async ({ env, db, by, params }, { input }) => {
		await removeMedia(env, db, { ref: { id: params.id, version: input.version }, by });
		return { to: media.list(), flash: "已刪除檔案。" };
	},
	page: removalOf,
});

export const MEDIA_ROUTES: readonly Route[] = [
	listMedia,
	storeMedia,
	showMedia,
	updateMedia,
	askReplacement,
	storeReplacement,
	askRemoval,
	destroyMedia,
	showMediaFile,
];
