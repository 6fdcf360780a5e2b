/** How large a file is, as people say it. */
export function sizeInWords(bytes: number): string {
	if (bytes < 1_000) return `${bytes} B`;
	return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

type File = { filename: string; size: number };

/** What a reader wants to know before opening a file: PDF，98 KB. */
export const fileFacts = ({ filename, size }: File): string =>
	`${(/\.([A-Za-z0-9]{1,8})$/.exec(filename)?.[1] ?? "檔案").toUpperCase()}，${sizeInWords(size)}`;
