import * as z from "zod";
import { line, Version } from "#kernel/form.ts";
import { asked } from "#kernel/query.ts";
import { REPORTS } from "./lines.ts";

/** 說明: what a line of a statement says beside its figures. */
export const Note = line(200);
/** The year in the address of a statement's notes, by default the present one, and which statement. */
export const NotesQuery = z.strictObject({
	year: asked(z.coerce.number().int().min(1980).max(2199)),
	report: z.enum(REPORTS).default("final"),
});

/** The notes of a statement's lines: fields note_<line>, and the version of the notes that the user saw. */
export const NotesForm = z.record(z.string(), z.string().max(2_000)).transform((fields, context) => {
	const version = Version.safeParse(fields.version);
	const notes = Object.entries(fields).flatMap(([name, text]) => {
		if (name === "version") return [];
		const key = /^note_((?:class-[345])|(?:item|account)-[1-9][0-9]{0,14})$/.exec(name)?.[1];
		const note = Note.safeParse(text);
		if (key === undefined || !note.success) {
			context.addIssue({ code: "custom", message: "最多 200 個字。", path: key === undefined ? [] : [name] });
			return [];
		}
		return [{ line: key, note: note.data }];
	});
	if (!version.success) context.addIssue({ code: "custom", message: "欄位不正確。" });
	return { version: version.data ?? 0, notes };
});
export type Notes = z.infer<typeof NotesForm>["notes"];

/** The name of a 項. */
export const ItemName = line(40);
const Position = z.coerce.number().int().min(0).max(9999);

/** A 項 as it was typed; an id of null is a new one, whose class is asked. */
export type ItemSent = { id: number | null; class: "4" | "5"; name: string; position: number };
const Fields = z.record(z.string(), z.string().max(10_000));
const KNOWN = /^(?:seen|class_new|(?:name|position)_(?:new|[1-9][0-9]{0,14}))$/;

/** Reads the fields of one 項, by the end of their names; what cannot be read is an issue of its field. */
function itemIn(fields: z.infer<typeof Fields>, end: string, context: z.RefinementCtx): ItemSent {
	const name = ItemName.safeParse(fields[`name_${end}`]);
	const position = Position.safeParse(fields[`position_${end}`] ?? "");
	if (!name.success) context.addIssue({ code: "custom", message: "最多 40 個字。", path: [`name_${end}`] });
	if (!position.success)
		context.addIssue({ code: "custom", message: "請填 0 到 9999 的數字。", path: [`position_${end}`] });
	return {
		id: end === "new" ? null : Number(end),
		class: fields.class_new === "4" ? "4" : "5",
		name: name.data ?? "",
		position: position.data ?? 0,
	};
}

/**
 * The form of the layout: fields name_<id> and position_<id> of each 項, the same with "new" and class_new for a new one,
 * and `seen`, the layout that the user saw. A 項 whose name is emptied is deleted.
 */
export const ItemsForm = Fields.transform((fields, context) => {
	const names = Object.keys(fields);
	if (!names.every((name) => KNOWN.test(name))) context.addIssue({ code: "custom", message: "欄位不正確。" });
	const ends = names.filter((name) => name.startsWith("name_")).map((name) => name.slice("name_".length));
	const items = ends.map((end) => itemIn(fields, end, context));
	return { seen: fields.seen ?? "", items: items.filter(({ id, name }) => id !== null || name !== "") };
});
