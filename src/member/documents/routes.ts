import { IdParams, type Route, view } from "#auth/route.ts";
import { readingList } from "#db/content/index.ts";
import { downloadDocument } from "#domain/content/actions.ts";
import { ReadingQuery } from "#domain/content/index.ts";
import { paths } from "#http/paths.ts";
import { privateFile } from "#kits/file/private-file.ts";
import { documentsPage } from "./page.ts";

const { documents } = paths.member;
const gate = "member";

const listOwn = view({
	path: documents.list(),
	gate,
	query: ReadingQuery,
	show: async ({ c, env, who, query, at }) => {
		if (who.memberId === null) return { to: paths.member.profile.create() };
		return documentsPage({ ...(await readingList(env.DB, who, query)), query: c.req.query(), at });
	},
});

/** Sends a document's current file to a user who may read it; for others it is missing. */
const downloadOwn = privateFile({
	path: documents.file(":id"),
	gate,
	holds: "own",
	params: IdParams,
	open: ({ c, env, db, who, by, params }) =>
		downloadDocument(env, db, { id: params.id, reader: who, by, isHead: c.req.method === "HEAD" }),
});

/** The routes of documents (文件) in the member area. */
export const DOCUMENT_MEMBER_ROUTES: readonly Route[] = [listOwn, downloadOwn];
