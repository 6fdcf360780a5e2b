import { utf8 } from "#kernel/bytes.ts";
import type { Message, Notice } from "./message.ts";
import type { BulkData } from "./schema.ts";

/** The largest number of changes at once that are sent one by one; more are sent together. */
export const MOST_SINGLE = 20;
/** The largest size of a message's body, in bytes. */
const LONGEST_BODY = 100_000;
/**
 * The bytes allowed for a body's parts other than the listed changes, tags and paths:
 * {"type":"content.bulk","timestamp":"…","data":…} and the names in `data`.
 */
const FRAME = 200;

/**
 * Returns the notices (oldest first) as messages `content.bulk` of 100 KB at most, each with the tags and paths of its
 * own changes.
 */
export function bulkMessages(notices: readonly Notice[]): Message[] {
	const parts: Part[] = [];
	for (const notice of notices) {
		const last = parts.at(-1);
		if (!last || last.bytes + bytesOf(notice, last) > LONGEST_BODY) parts.push(added(emptyPart(), notice));
		else added(last, notice);
	}
	return parts.map(({ changes, tags, paths }) => {
		const rev = Math.max(...changes.map((change) => change.rev));
		return {
			type: "content.bulk",
			resource: "content",
			resourceId: 0,
			rev,
			data: { rev, changes, tags: [...tags], paths: [...paths] },
		};
	});
}

type Part = { changes: BulkData["changes"]; tags: Set<string>; paths: Set<string>; bytes: number };
const emptyPart = (): Part => ({ changes: [], tags: new Set(), paths: new Set(), bytes: FRAME });

function added(part: Part, notice: Notice): Part {
	part.bytes += bytesOf(notice, part);
	part.changes.push(changeIn(notice));
	for (const tag of notice.data.tags) part.tags.add(tag);
	for (const path of notice.data.paths) part.paths.add(path);
	return part;
}

/** Returns by how many bytes a notice makes a part longer, commas included. */
function bytesOf(notice: Notice, { tags, paths }: Part): number {
	const names = [
		...notice.data.tags.filter((tag) => !tags.has(tag)),
		...notice.data.paths.filter((path) => !paths.has(path)),
	];
	return [changeIn(notice), ...names].reduce((sum, value) => sum + utf8(JSON.stringify(value)).length + 1, 0);
}

const changeIn = ({ event, data }: Notice): BulkData["changes"][number] => {
	const { resource, id, slug, previous_slug, rev } = data;
	return { resource, id, slug, previous_slug, event, rev };
};
