import * as z from "zod";
import { line, lines, Moment, Title, Version } from "#kernel/form.ts";
import { asked, PageNumber } from "#kernel/query.ts";
import { queryParts } from "#kernel/tokens.ts";
import { DOCUMENT_KINDS } from "./kinds.ts";
import { READ_PERMISSIONS, VISIBILITIES } from "./rules.ts";

/** The fields of a document. Times are UTC milliseconds. */
const FIELDS = {
	slug: line(120),
	category: line(120),
	kind: z.enum(DOCUMENT_KINDS).default("general"),
	description: lines(2_000),
	visibility: z.enum(VISIBILITIES),
	permission: z
		.enum(READ_PERMISSIONS)
		.or(z.literal("").transform(() => null))
		.default(null),
	publish_at: Moment,
	unpublish_at: Moment,
};

type Read = { visibility: (typeof VISIBILITIES)[number]; permission: string | null };
const isNamed = ({ visibility, permission }: Read): boolean => visibility !== "restricted" || permission !== null;
const UNNAMED = { path: ["permission"], error: "限定的文件要選擇哪一種權限看得到。" };
/** Returns the input without its permission, unless the document is restricted. */
const settled = <T extends Read>(input: T): T => ({
	...input,
	permission: input.visibility === "restricted" ? input.permission : null,
});

/** The form of a new document (新增文件); without a title, the file's name is used. */
export const NewDocumentForm = z
	.strictObject({ ...FIELDS, title: line(200), publish: z.enum(["draft", "now", "later"]).default("draft") })
	.refine(isNamed, UNNAMED)
	.transform(settled);

const Edited = z.strictObject({ ...FIELDS, title: Title, published_at: Moment, version: Version });
export const DocumentForm = Edited.refine(isNamed, UNNAMED).transform(settled);

export type NewDocument = z.infer<typeof NewDocumentForm>;
export type DocumentInput = Omit<z.infer<typeof DocumentForm>, "version">;

/** The form of a new version, beside the uploaded file. */
export const VersionForm = z.strictObject({ note: line(300), version: Version });

/** The query of a reader's list of documents. */
export const ReadingQuery = z.strictObject({
	q: z.string().trim().max(100).default(""),
	category: asked(line(120)),
	page: PageNumber,
});
export type ReadingQuery = z.infer<typeof ReadingQuery>;

/** Returns the searched words in the form in which the list compares them. */
export const readingWords = (q: string): string[] => queryParts(q).flatMap((part) => part.split(" "));
