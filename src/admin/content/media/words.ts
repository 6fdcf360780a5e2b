import type { MediaRole, MediaUseRow } from "#db/content/media.ts";
import { STATES } from "#domain/content/content/states.ts";
import { isShownPicture } from "#domain/content/media/rules.ts";
import { STATE_LOOKS } from "#ui/content-status.ts";
import type { Status } from "#ui/status.ts";

const TYPES: [RegExp, string][] = [
	[/^image\/jpeg$/, "JPEG 圖片"],
	[/^image\/png$/, "PNG 圖片"],
	[/^image\/webp$/, "WebP 圖片"],
	[/^image\//, "圖片"],
	[/pdf$/, "PDF"],
	[/wordprocessing|msword|opendocument\.text$/, "文字文件"],
	[/spreadsheet|ms-excel/, "試算表"],
	[/presentation|ms-powerpoint/, "簡報"],
	[/csv$/, "CSV 表格"],
	[/^text\//, "純文字"],
	[/^video\//, "影片"],
	[/^audio\//, "聲音"],
];
/** Returns the Chinese name of a file's type. */
export const typeWords = (contentType: string): string =>
	TYPES.find(([pattern]) => pattern.test(contentType))?.[1] ?? "檔案";

/** Returns a picture's size in pixels ("1200 × 630"); empty for other files. */
export const pixelWords = ({ width, height }: { width: number | null; height: number | null }): string =>
	width && height ? `${width} × ${height}` : "";

/** Returns whether a browser can show the file as a picture. */
export const isPicture = ({ content_type }: { content_type: string }): boolean => isShownPicture(content_type);

export const RESOURCE_WORDS: Record<MediaUseRow["resource"], string> = {
	article: "文章",
	page: "單頁",
	announcement: "公告",
};
const ROLE_WORDS: Record<MediaRole, string> = { cover: "封面", inline: "內文", file: "附件", seo: "搜尋與分享圖片" };
const isRole = (role: unknown): role is MediaRole => typeof role === "string" && role in ROLE_WORDS;

/** Returns in words how a text uses the file (封面、內文). `roles` is a JSON list. */
export function rolesWords(roles: string): string {
	const list: unknown = JSON.parse(roles);
	return Array.isArray(list)
		? list
				.filter(isRole)
				.map((role) => ROLE_WORDS[role])
				.join("、")
		: "";
}

/** Returns the status of a text that uses the file: whether the public sees it. */
export function useStatus({ resource, state }: MediaUseRow): Status {
	if (resource === "announcement")
		return state === "published" ? { word: "公告中", tone: "ok" } : { word: "未公告", icon: "edit" };
	const known = STATES.find((one) => one === state);
	return known ? STATE_LOOKS[known] : { word: state };
}
