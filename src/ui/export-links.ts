import { type LinkButton, linkButton } from "./button.ts";
import type { VNode } from "./html.ts";

/** The words of a download button while its file is being made. */
export const MAKING = "製作檔案中...";

/**
 * Draws a link to a file that the server makes on request. It is not `download`, because the browser would save the
 * error page as a file when the server refuses.
 */
export const fileLink = (props: LinkButton): VNode => linkButton({ ...props, data: { busy: MAKING } });

/**
 * Draws the links that export a list as Excel and as CSV with its present search, order and chosen columns, all pages included. `to`
 * gives the export's address for a format.
 */
export function exportLinks(to: (format: "xlsx" | "csv") => string, query: Record<string, string>): VNode[] {
	const asked = new URLSearchParams(
		Object.entries(query).filter(([name, value]) => name !== "page" && value !== ""),
	).toString();
	const link = (label: string, format: "xlsx" | "csv"): VNode =>
		fileLink({ label, tone: "quiet", block: true, href: asked === "" ? to(format) : `${to(format)}?${asked}` });
	const what = query.cols ? "（選的欄位）" : "";
	return [link(`下載 Excel${what}`, "xlsx"), link(`下載 CSV${what}`, "csv")];
}

/** Draws the buttons that download a book or report as Excel and as CSV, for beside its title. */
export const fileButtons = (files: (format: "xlsx" | "csv") => string): VNode[] => [
	fileLink({ label: "下載 Excel", icon: "download", href: files("xlsx") }),
	fileLink({ label: "CSV", href: files("csv") }),
];
