import * as z from "zod";
import { MOST } from "#kernel/field-limits.ts";
import { line, lines, Version } from "#kernel/form.ts";
import type { Priority } from "#kernel/priority.ts";
import { RECORD_TYPES, type RecordRef, TASK_STATUSES, type TaskStatus } from "./labels.ts";

/** The largest lengths of a title and of a body, in code points. */
export const TITLE_MAX = 120;
export const BODY_MAX = 5_000;

/** Matches invisible characters: controls, direction marks, zero-width spaces; a NUL would end the text for SQLite. */
const UNSEEN = /(?![\t\n])[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const clean = (text: string): string => text.toWellFormed().replace(UNSEEN, "").trim();

const Id = z.coerce.number().int().positive().max(1e15);
const PRIORITY: Record<string, Priority> = { "1": 1, "2": 2, "3": 3, "4": 4 };

const FIELDS = {
	title: line(TITLE_MAX)
		.transform(clean)
		.refine((text) => text !== "", { error: "請填寫標題。" }),
	body: lines(BODY_MAX).transform(clean).default(""),
	status: z.enum(TASK_STATUSES),
	priority: z.enum(["1", "2", "3", "4"]).transform((code) => PRIORITY[code] ?? 3),
	assignee: z
		.literal("")
		.transform(() => null)
		.or(Id),
	due_on: z
		.literal("")
		.transform(() => null)
		.or(z.iso.date({ error: "請選擇正確的日期。" })),
};

/** The schema of a record's name in addresses and forms: "member:12". */
export const About = z
	.string()
	.regex(/^[a-z]{4,12}:[1-9]\d{0,14}$/)
	.transform((text, context): RecordRef => {
		const [kind, id] = text.split(":");
		const type = RECORD_TYPES.find((known) => known === kind);
		if (type) return { type, id: Number(id) };
		context.addIssue("unknown kind");
		return z.NEVER;
	});

export const TaskInput = z.strictObject(FIELDS);
export type TaskInput = z.infer<typeof TaskInput>;
/** The form of a new task, with the record that it was begun from. */
export const NewTask = z.strictObject({
	...FIELDS,
	about: z
		.literal("")
		.transform(() => undefined)
		.or(About)
		.optional(),
	/** Where the user goes on: by default at the task. */
	next: z.literal("list").optional(),
});
/** The form that edits a task; `base` holds the values that the form started from. */
export const TaskEdit = z.strictObject({ ...FIELDS, version: Version, base: z.string().max(50_000).default("") });

/** The form in a row of the list: who does a task, until when, and how urgent it is. */
export const TaskArrangement = z.strictObject({
	assignee: FIELDS.assignee,
	due_on: FIELDS.due_on,
	priority: FIELDS.priority,
	version: Version,
});
export type TaskArrangement = Omit<z.infer<typeof TaskArrangement>, "version">;

/** A place in a column of the board: at the top, at the end, or directly before another task (its id). */
export type Place = { status: TaskStatus; at: "top" | "end" | number };
const PlaceText = z
	.string()
	.regex(/^(?:todo|doing|done|dropped)\|(?:top|end|[1-9]\d{0,14})$/)
	.transform((text): Place => {
		const [column, at] = text.split("|");
		const status = TASK_STATUSES.find((known) => known === column) ?? "todo";
		return { status, at: at === "top" || at === "end" ? at : Number(at) };
	});
export const TaskMove = z.strictObject({
	place: PlaceText,
	version: Version,
	from: z.enum(["board", "task"]).default("board"),
});

/** What is typed to find the record that a task is linked to. */
export const RecordSearch = z
	.string()
	.max(200)
	.register(MOST, { characters: 100 })
	.transform((text) => text.toWellFormed().trim())
	.default("");
export const TaskLink = z.strictObject({ about: About });
