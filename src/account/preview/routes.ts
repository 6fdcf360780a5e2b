import * as z from "zod";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import type { Visitor } from "#auth/visitor.ts";
import { previewFile, previewOf, publicSettings } from "#db/content/index.ts";
import { readRows } from "#db/read.ts";
import { FILE_ID, type FileRef, TEXT_KINDS, type TextKind } from "#domain/content/index.ts";
import { sendFile } from "#http/file.ts";
import { paths } from "#http/paths.ts";
import { verifyPreview } from "#http/preview-token.ts";
import { blindState, siteOf } from "#http/state.ts";
import { deadPage, draftPage } from "./pages.ts";

const TextParams = z.strictObject({ kind: z.enum(TEXT_KINDS), id: IdParams.shape.id });
const FileParams = TextParams.extend({ file: z.string().regex(FILE_ID), filename: z.string().min(1).max(200) });
/** The schema of the token in the query. Other parameters are ignored, because mail programs add their own to links. */
const TokenQuery = z.object({ token: z.string().max(200).catch("") });
const Settings = z.record(z.string(), z.string());

const JSON_OF: Record<TextKind, (id: number, token: string) => string> = {
	article: paths.api.articlePreview,
	page: paths.api.pagePreview,
};

type Asked = Ask<{ kind: TextKind; id: number }, z.infer<typeof TokenQuery>, Visitor | undefined>;

/** Returns when the address's token expires (UTC milliseconds); undefined when it is not for this text. */
const openUntil = ({ env, params: { kind, id }, query, at }: Asked): Promise<number | undefined> =>
	verifyPreview(env.PREVIEW_KEY, query.token, { kind, id, now: at });

/** Shows the draft behind a signed link. It needs no sign-in, no cache stores it, and no search engine lists it. */
const showDraft = view({
	path: paths.preview.place(),
	gate: "anyone",
	params: TextParams,
	query: TokenQuery,
	show: async (ask) => {
		const { c, env, params, query } = ask;
		c.header("X-Robots-Tag", "noindex, nofollow");
		const expiresAt = await openUntil(ask);
		if (expiresAt === undefined) return deadPage(403);
		const [[row], [stored]] = await readRows(env.DB, previewOf(params.kind, params.id), publicSettings());
		if (!row) return deadPage(404);
		return draftPage({
			kind: params.kind,
			row,
			expiresAt,
			hosts: siteOf(env, Settings.parse(JSON.parse(stored?.settings ?? "{}"))),
			file: (ref: FileRef) => paths.preview.file(params, ref, query.token),
			json: JSON_OF[params.kind](params.id, query.token),
		});
	},
});

/** Sends a file that the text behind a signed link uses, for as long as the link works; afterwards 403. */
const showDraftFile = view({
	path: paths.preview.filePlace(),
	gate: "anyone",
	holds: "own",
	params: FileParams,
	query: TokenQuery,
	show: async (ask) => {
		const { c, env, params } = ask;
		if ((await openUntil(ask)) === undefined) return deadPage(403);
		const [[row]] = await readRows(env.DB, previewFile(params.kind, params.id, params.file));
		if (!row || row.filename !== params.filename.normalize("NFC")) return deadPage(404);
		const answer = await sendFile(c, blindState(env), {
			filename: row.filename,
			contentType: row.content_type,
			size: row.size,
			sha256: row.sha256,
			objectKey: row.object_key,
			modifiedAt: row.created_at,
			cacheControl: "private, no-store",
		});
		if (!answer) return deadPage(404);
		answer.headers.set("X-Robots-Tag", "noindex, nofollow");
		return answer;
	},
});

export const ROUTES: readonly Route[] = [showDraft, showDraftFile];
