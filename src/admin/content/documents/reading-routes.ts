import { IdParams, type Route, view } from "#auth/route.ts";
import { readingList } from "#db/content/document-reading.ts";
import { downloadDocument } from "#domain/content/documents/download-actions.ts";
import { ReadingQuery } from "#domain/content/documents/form.ts";
import { paths } from "#http/paths.ts";
import { privateFile } from "#kits/file/private-file.ts";
import { readingPage } from "./reading-page.ts";

const { documents } = paths.admin;
const gate = "staff";

/** The route of the page 文件閱覽, which lists the documents that the current user may read. */
const listReading = view({
	path: documents.reading(),
	gate,
	query: ReadingQuery,
	show: async ({ c, env, who, query, at }) =>
		readingPage({ ...(await readingList(env.DB, who, query)), query: c.req.query(), at }),
});

const downloadReading = privateFile({
	path: documents.readingFile(":id"),
	gate,
	holds: "own",
	params: IdParams,
	open: ({ c, env, db, who, by, params }) =>
		downloadDocument(env, db, { id: params.id, reader: who, by, isHead: c.req.method === "HEAD" }),
});

export const READING_ROUTES: readonly Route[] = [listReading, downloadReading];
