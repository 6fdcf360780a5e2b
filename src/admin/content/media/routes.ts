import * as z from "zod";
import { wantsJson } from "#auth/answer.ts";
import { allows } from "#auth/permissions.ts";
import type { Ask, Route } from "#auth/route.ts";
import { MEDIA_PER_PAGE, mediaSelect, mentionsOfMedia, oneMedia, usesOfMedia } from "#db/content/media.ts";
import { releasesOfPicture, suggestedReleases } from "#db/content/releases.ts";
import { readRows } from "#db/read.ts";
import { editMedia, removeMedia, replaceMedia, uploadMedia } from "#domain/content/media/actions.ts";
import { type MediaFile, mediaFileOf } from "#domain/content/media/rules.ts";
import { MediaListQuery, MediaParams, SaidInput } from "#domain/content/media/schema.ts";
import { tieToPicture, untieFromPicture } from "#domain/content/releases/actions.ts";
import { PictureRelease, PictureUntying } from "#domain/content/releases/form.ts";
import { UPLOADS } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { formPage, pageWithForms } from "#kits/form/form.ts";
import { relay, relayPictures } from "#platform/queue.ts";
import type { FormState } from "#ui/form-state.ts";
import { problemPage } from "#ui/problem.ts";
import { removalPage, replacementPage } from "./change-pages.ts";
import { FAILURE_ROUTES } from "./failure-list.ts";
import { showMediaFile } from "./file-route.ts";
import { mediaListPage } from "./list-page.ts";
import { mediaPage } from "./show-page.ts";
import { storeAll } from "./store-all.ts";

const { media } = paths.admin;
const Nothing = z.strictObject({});
const version = z.coerce.number().int();
/** The size limit of a form in bytes: one file of the largest size, and 1 MiB for the rest. */
const FORM_BYTES = UPLOADS.media.maxBytes + 1024 * 1024;
type AskMedia = Ask<z.infer<typeof MediaParams>>;

/** Returns whether the user may also see files that only announcements for members and staff use. */
const all = ({ who }: Pick<Ask, "who">): boolean => allows("announcements_manage", who);
/** Selects the file of the address, if the user may see it. */
const fileOf = (ask: AskMedia) => oneMedia(ask.params.id, all(ask));

const listOf = async (ask: Ask, query: MediaListQuery, state?: FormState) => {
	const [rows, [count]] = await readRows(ask.env.DB, ...mediaSelect(query, all(ask)));
	const shown = { rows, total: count?.total ?? 0, page: query.page, query: ask.c.req.query() };
	return mediaListPage(state ? { ...shown, query: {}, state } : shown);
};

/**
 * The media library: a page for staff who manage media, and JSON for editors that choose a file from it. A refused
 * upload shows the whole library, also to editors.
 */
const library = pageWithForms({
	path: media.list(),
	gate: "media_files",
	query: MediaListQuery,
	page: async (ask, { sent }) => {
		if (sent) return listOf(ask, MediaListQuery.parse({}), sent);
		if (!wantsJson(ask.c))
			return allows("media", ask.who) ? listOf(ask, ask.query) : problemPage({ kind: "forbidden" });
		const [rows, [count]] = await readRows(ask.env.DB, ...mediaSelect(ask.query, all(ask)));
		const total = count?.total ?? 0;
		const last = Math.max(1, Math.ceil(total / MEDIA_PER_PAGE));
		return { data: { data: rows.map(mediaFileOf), meta: { current_page: ask.query.page, last_page: last, total } } };
	},
});

/**
 * Returns the answer after an upload: the first file as JSON, or a redirect, to the page of a single file that the user
 * may see, otherwise to the list. A single file may be one that the user may not see: identical to a stored one that
 * only an announcement uses.
 */
async function told(ask: Ask, stored: MediaFile[]) {
	const [first] = stored;
	const isOne = stored.length === 1 && first !== undefined;
	const isShown =
		isOne && allows("media", ask.who) && (await readRows(ask.env.DB, oneMedia(first.id, all(ask))))[0].length > 0;
	return {
		to: isShown ? media.show(first.id) : media.list(),
		flash: isOne ? `已上傳「${first.filename}」。` : `已上傳 ${stored.length} 個檔案。`,
		status: 201 as const,
		json: { data: first },
	};
}

/** Draws the list with status 422 after an upload of which some files were refused; the others are stored. */
async function partly(ask: Ask, { stored, refused }: { stored: number; refused: string[] }) {
	const problem = `已上傳 ${stored} 個檔案，另外 ${refused.length} 個沒有上傳。`;
	const page = await listOf(ask, MediaListQuery.parse({}), { values: {}, errors: { file: refused }, problem });
	return { ...page, status: 422 };
}

/** Tells the queue that pictures may wait to be made smaller. */
const tell = ({ c, env }: Pick<Ask, "c" | "env">): void => c.executionCtx.waitUntil(relayPictures(env));

const storeMedia = library.form("sent", {
	form: Nothing,
	maxBytes: FORM_BYTES,
	run: async (ask, { files: { file: uploads = [] } }) => {
		const { env, db, by } = ask;
		const [one] = uploads;
		if (!one) throw new Refusal("file.empty");
		if (uploads.length === 1) {
			const file = await uploadMedia(env, db, { upload: one, by });
			tell(ask);
			return told(ask, [file]);
		}
		const { stored, refused } = await storeAll(env, db, { uploads, by });
		tell(ask);
		return refused.length > 0 ? partly(ask, { stored: stored.length, refused }) : told(ask, stored);
	},
});

/** Reads a file and the texts that use it; "missing" when the user may not see the file. */
async function usedFile(ask: AskMedia) {
	const [[file], uses] = await readRows(ask.env.DB, fileOf(ask), usesOfMedia(ask.params.id));
	return file ? { file, uses } : ("missing" as const);
}

const edit = pageWithForms<"sent" | "release", z.infer<typeof MediaParams>, object, "media">({
	path: media.show(":id"),
	gate: "media",
	params: MediaParams,
	page: async (ask, { sent, release }) => {
		const { id } = ask.params;
		const [[file], uses, releases, known] = await readRows(
			ask.env.DB,
			fileOf(ask),
			usesOfMedia(id),
			releasesOfPicture(id),
			suggestedReleases("pictures", ask.at),
		);
		if (!file) return "missing";
		const tied = allows("releases", ask.who) ? { releases, known, state: release } : null;
		return mediaPage({ file, uses, tied, at: ask.at }, sent);
	},
});

/** Ties a release to the picture; what is public by it later stops when the release ends. */
const tieRelease = edit.form("release", {
	path: media.release(":id"),
	gate: "releases",
	form: PictureRelease,
	run: async ({ db, by, params }, { input: { release } }) => {
		for (const id of release) await tieToPicture(db, { file: params.id, id, by });
		return { to: media.show(params.id), flash: "已連到同意書。" };
	},
});

const untieRelease = edit.form("release", {
	path: media.releaseRemoval(":id"),
	gate: "releases",
	form: PictureUntying,
	run: async ({ db, by, params }, { input: { untied } }) => {
		await untieFromPicture(db, { file: params.id, id: untied, by });
		return { to: media.show(params.id), flash: "已解除連結。" };
	},
});

const updateMedia = edit.form("sent", {
	form: SaidInput,
	run: async (ask, { input }) => {
		const { db, by, params } = ask;
		const { alt, focal_x: x, focal_y: y } = input;
		const focus = x === null || y === null ? null : { x, y };
		await editMedia(db, { id: params.id, version: input.version }, { alt, focus, all: all(ask), by });
		ask.c.executionCtx.waitUntil(relay(ask.env));
		return { to: media.show(params.id), flash: "已儲存圖片說明。" };
	},
});

const replacement = formPage({
	path: media.replacement(":id"),
	gate: "media",
	params: MediaParams,
	about: usedFile,
	page: replacementPage,
	form: Nothing,
	maxBytes: FORM_BYTES,
	run: async (ask, { files }) => {
		const { c, env, db, by, params } = ask;
		const upload = files.file?.[0];
		if (!upload) throw new Refusal("file.empty");
		const { file, changed } = await replaceMedia(env, db, { id: params.id, upload, all: all(ask), by });
		c.executionCtx.waitUntil(relay(env));
		tell(ask);
		const words = changed > 0 ? `${changed} 個內容已改用「${file.filename}」` : `已上傳「${file.filename}」`;
		return { to: media.show(file.id), flash: `${words}，舊檔案留在媒體庫。` };
	},
});

const removal = formPage({
	path: media.removal(":id"),
	gate: "media",
	params: MediaParams,
	about: async (ask) => {
		const { id } = ask.params;
		const [[file], uses, [found]] = await readRows(ask.env.DB, fileOf(ask), usesOfMedia(id), mentionsOfMedia(id));
		return file ? { file, uses, mentions: found ?? { drafts: 0, revisions: 0 } } : "missing";
	},
	page: removalPage,
	form: z.strictObject({ version }),
	run: async ({ env, db, by, params }, { input }) => {
		await removeMedia(env, db, { ref: { id: params.id, version: input.version }, by });
		return { to: media.list(), flash: "已刪除檔案。" };
	},
});

export const MEDIA_ROUTES: readonly Route[] = [
	library.show,
	storeMedia,
	...FAILURE_ROUTES,
	edit.show,
	updateMedia,
	tieRelease,
	untieRelease,
	...replacement,
	...removal,
	showMediaFile,
];
