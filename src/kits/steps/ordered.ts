import type { Done } from "#auth/answer.ts";
import { undoBy } from "./undo.ts";

type Moved = {
	/** What was moved, and by how many places: -1 up, 1 down. */
	id: number;
	by: number;
	name: string;
	/** The record with which it changed places; undefined when it stands where it stood. */
	over: number | undefined;
	/** The move took another one back. */
	isBack: boolean;
};

/**
 * Returns the message after a record was moved by one place in an order, with the form that moves it back: sent to
 * `action`, as long as it stands beside the record with which it changed places.
 */
export function ordered(action: string, { id, by, name, over, isBack }: Moved): Partial<Done> {
	if (over === undefined) return {};
	if (isBack) return { flash: `已復原「${name}」的順序。` };
	return { flash: `已移動「${name}」。`, ...undoBy(action, { move: `${id} ${by > 0 ? "up" : "down"}`, over }) };
}
