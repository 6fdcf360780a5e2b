import type { ListedRelease, TiedRelease } from "#db/content/releases.ts";
import {
	KIND_LABELS,
	KINDS,
	type ReleaseKind,
	type ReleaseState,
	type ReleaseUse,
	stateOf,
	USE_LABELS,
	USES,
} from "#domain/content/releases/rules.ts";
import { dayText } from "#kernel/written.ts";
import type { VNode } from "#ui/html.ts";
import { type Status, status } from "#ui/status.ts";

export const STATE_LOOKS: Record<ReleaseState, Status> = {
	valid: { word: "有效", tone: "ok" },
	ending: { word: "即將到期", tone: "warn" },
	coming: { word: "還沒開始", tone: "info" },
	expired: { word: "已到期", tone: "danger" },
	withdrawn: { word: "已撤回", icon: "x" },
};

type Allowed = Pick<TiedRelease, "of_pictures" | "of_story" | "for_website" | "for_newsletter" | "for_social">;

/** Returns the codes of what a release allows. */
export const kindsOf = (row: Allowed): ReleaseKind[] => KINDS.filter((kind) => row[`of_${kind}`] === 1);
/** Returns the codes of the uses that a release allows. */
export const usesIn = (row: Allowed): ReleaseUse[] => USES.filter((use) => row[`for_${use}`] === 1);
export const kindWords = (row: Allowed): string =>
	kindsOf(row)
		.map((kind) => KIND_LABELS[kind])
		.join("、");
export const useWords = (row: Allowed): string =>
	usesIn(row)
		.map((use) => USE_LABELS[use])
		.join("、");

/** Returns until when a release lasts, in words. */
export const untilWords = ({ until }: Pick<TiedRelease, "until">): string =>
	until === null ? "沒有期限" : `到 ${dayText(until)}`;

/** Draws how a release stands at `at`. */
export const releaseStatus = (row: TiedRelease | ListedRelease, at: number): VNode =>
	status(STATE_LOOKS[stateOf(row, at)]);

/** Returns a release as it is named in a field that takes several: its number, and the name for those who may see it. */
export const namedRelease = ({ id, name }: { id: number; name: string }, isNamed: boolean): string =>
	isNamed ? `${id} ${name.replace(/[、,，;；\n]/g, " ")}` : String(id);
