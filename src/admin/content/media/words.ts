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
/** What kind of file it is. */
export const typeWords = (contentType: string): string =>
	TYPES.find(([pattern]) => pattern.test(contentType))?.[1] ?? "檔案";

/** Of a picture: 1200 × 630. */
export const pixelWords = ({ width, height }: { width: number | null; height: number | null }): string =>
	width && height ? `${width} × ${height}` : "";

/** Whether a browser shows it in its place. */
export const isPicture = ({ content_type }: { content_type: string }): boolean => isShownPicture(content_type);

export const RESOURCE_WORDS: Record<MediaUseRow["resource"], string> = {
	article: "文章",
	page: "單頁",
	announcement: "公告",
};
const ROLE_WORDS: Record<MediaRole, string> = { cover: "封面", inline: "內文", file: "附件", seo: "搜尋與分享圖片" };
const isRole = (role: unknown): role is MediaRole => typeof role === "string" && role in ROLE_WORDS;

/** As what a text uses it: 封面、內文. */
export function rolesWords(roles: string): string {
	const list: unknown = JSON.parse(roles);
	return Array.isArray(list)
		? list
				.filter(isRole)
				.map((role) => ROLE_WORDS[role])
				.join("、")
		: "";
}

/** Whether the public sees it there. */
export function useStatus({ resource, state }: MediaUseRow): Status {
	if (resource === "announcement")
		return state === "published" ? { word: "公告中", tone: "ok" } : { word: "未公告", icon: "edit" };
	const known = STATES.find((one) => one === state);
	return known ? STATE_LOOKS[known] : { word: state };
}
