import { type Hosts, previewHtml } from "#domain/content/content/addresses.ts";
import type { FileRef } from "#domain/content/content/files.ts";
import type { Children, VNode } from "./html.ts";
import { reading } from "./reading.ts";
import { status } from "./status.ts";
import { dateWords } from "./time.ts";

/**
 * An announcement's row, the origins (`hosts`) of the API and the website for the addresses in its text, and `file`,
 * which gives the address where this reader may fetch a file of the announcement.
 */
export type AnnouncementShown = {
	row: {
		title: string;
		is_pinned: 0 | 1;
		publish_from: number | null;
		body_html: string;
		/** A JSON array of {id, filename, size, description}. */
		attachments: string;
	};
	hosts: Hosts;
	file: (ref: FileRef) => string;
};

/** Draws an announcement as its readers see it: its day of publication, its text and its files. */
export function announcementReading({ row, hosts, file }: AnnouncementShown): VNode {
	const files: { id: string; filename: string; size: number; description: string }[] = JSON.parse(row.attachments);
	const facts: Children[] = [
		row.publish_from === null ? "尚未公告" : dateWords(row.publish_from),
		...(row.is_pinned === 1 ? [status({ word: "置頂", icon: "pin" })] : []),
	];
	return reading({
		facts,
		cover: null,
		body: previewHtml(row.body_html, hosts, file),
		attachments: files.map((one) => ({ ...one, url: file(one) })),
	});
}
