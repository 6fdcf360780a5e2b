import { type LinkButton, linkButton } from "./button.ts";
import type { VNode } from "./html.ts";

/** What a button says while the file behind it is made. */
export const MAKING = "製作檔案中...";

/**
 * A link to a file that is made for whoever presses it. Not `download`: where the answer says why there is no file, the
 * browser would save that page in its place.
 */
export const fileLink = (props: LinkButton): VNode => linkButton({ ...props, data: { busy: MAKING } });

/** A list as Excel and as CSV, as it is shown: what was searched and in which order, all of its pages. `to` is its address. */
export function exportLinks(to: (format: "xlsx" | "csv") => string, query: Record<string, string>): VNode[] {
	const asked = new URLSearchParams(
		Object.entries(query).filter(([name, value]) => name !== "page" && value !== ""),
	).toString();
	const link = (label: string, format: "xlsx" | "csv"): VNode =>
		fileLink({ label, tone: "quiet", block: true, href: asked === "" ? to(format) : `${to(format)}?${asked}` });
	return [link("匯出 Excel", "xlsx"), link("匯出 CSV", "csv")];
}

/** A book or report as Excel and as CSV, beside its title. */
export const fileButtons = (files: (format: "xlsx" | "csv") => string): VNode[] => [
	fileLink({ label: "XLSX", icon: "download", href: files("xlsx") }),
	fileLink({ label: "CSV", href: files("csv") }),
];
