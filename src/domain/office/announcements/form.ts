import * as z from "zod";
import { FILE_ID } from "#domain/content/index.ts";
import { Body, Checked, FileDescription, line, lines, Moment, Title, Version } from "#kernel/form.ts";
import { audienceOf } from "./audience.ts";

const FILES_MAX = 50;
const FileId = z.string().regex(FILE_ID);
const Descriptions = z.array(FileDescription).max(FILES_MAX).default([]);
const Positions = z.array(z.string().max(500)).max(FILES_MAX).default([]);
export const AudienceCode = z
	.string()
	.max(60)
	.refine((code) => audienceOf(code) !== undefined, { error: "請選擇對象。" });

/** The steps of writing and sending an announcement, in their order; each has an address of its own. */
export const FLOW = ["writing", "audience", "channels", "preview", "mailing"] as const;
export type FlowStep = (typeof FLOW)[number];
/** The step to which the form of another step leads when it was saved; left out, it stays. */
export const To = z.enum(FLOW).optional();

/** The form of the step 管道. */
export const ChannelsForm = z.strictObject({
	by_mail: Checked,
	line_text: lines(1_000).default(""),
	version: Version,
	to: To,
});

/** The form of the step 發送: shown from now or from a time on, until when. */
export const ReleaseForm = z.strictObject({
	publish: z.enum(["now", "later"]).default("now"),
	publish_at: Moment,
	unpublish_at: Moment,
	version: Version,
});

const Sent = z.strictObject({
	title: Title,
	slug: line(120).default(""),
	body: Body,
	audience: AudienceCode,
	is_pinned: Checked,
	publish: z.enum(["now", "later"]).default("now"),
	publish_at: Moment,
	unpublish_at: Moment,
	files: z.array(FileId).max(FILES_MAX).default([]),
	file_descriptions: Descriptions,
	file_positions: Positions,
	file_removals: z.array(FileId).max(FILES_MAX).default([]),
	version: Version,
	to: To,
});

/** The fields that may occur more than once. */
export const ANNOUNCEMENT_LISTS = ["files", "file_descriptions", "file_positions", "file_removals"] as const;

export type AttachedFile = { id: string; description: string };
/** The data of an announcement as its editor sends it. Times are UTC milliseconds. */
export type AnnouncementInput = Omit<z.infer<typeof Sent>, `file${string}` | "version" | "to"> & {
	attachments: AttachedFile[];
};

/**
 * The form of an announcement. It joins the lists of file ids, descriptions and positions into `attachments`, in the
 * order of the positions.
 */
export const AnnouncementForm = Sent.transform(
	({ version, to, files, file_descriptions, file_positions, file_removals, ...rest }) => {
		const attachments = files
			.map((id, at) => ({
				id,
				description: (file_descriptions[at] ?? "").trim().slice(0, 200),
				place: Number.parseInt(file_positions[at] ?? "", 10) || at + 1,
				at,
			}))
			.filter(({ id, at }) => !file_removals.includes(id) && files.indexOf(id) === at)
			.sort((a, b) => a.place - b.place || a.at - b.at)
			.map(({ id, description }): AttachedFile => ({ id, description }));
		return { version, to, announcement: { ...rest, attachments } satisfies AnnouncementInput };
	},
);

/** The audience in an address; "type:", "group:", "segment:" and "staff:" alone mean all of that kind. */
export const AudienceAsked = z
	.string()
	.max(60)
	.regex(/^(?:public|members|(?:type|group|segment|staff):[a-z0-9_]*)$/);
