import { IdParams, type Route, view } from "#auth/route.ts";
import { readableDocuments, readingAround } from "#db/document-reading.ts";
import { readRows } from "#db/read.ts";
import { downloadDocument } from "#domain/document-downloads/actions.ts";
import { ReadingQuery, readingWords } from "#domain/documents/form.ts";
import { paths } from "#http/paths.ts";
import { privateFileResponse } from "#http/private-file.ts";
import { readingPage } from "./reading-page.ts";

const { documents } = paths.admin;
const gate = "staff";

/** 文件閱覽: what this person may read, whoever keeps it. */
const listReading = view({
	path: documents.reading(),
	gate,
	query: ReadingQuery,
	show: async ({ c, env, who, query, at }) => {
		const [rows, [count], [around]] = await readRows(
			env.DB,
			...readableDocuments(who, { ...query, words: readingWords(query.q) }),
			readingAround(who),
		);
		const categories: string[] = JSON.parse(around?.categories ?? "[]");
		return readingPage({ rows, total: count?.total ?? 0, categories, page: query.page, query: c.req.query(), at });
	},
});

const downloadReading = view({
	path: documents.readingFile(":id"),
	gate,
	params: IdParams,
	show: async ({ c, env, db, who, by, params }) => {
		const isHead = c.req.method === "HEAD";
		const opened = await downloadDocument(env, db, { id: params.id, reader: who, by, isHead });
		return opened ? privateFileResponse(opened) : "missing";
	},
});

export const READING_ROUTES: readonly Route[] = [listReading, downloadReading];
