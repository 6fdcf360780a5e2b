import * as z from "zod";
import { line, Version } from "#kernel/form.ts";
import { PATH_MAX, pathOf, TARGET_MAX } from "./old-paths.ts";

/** The form of a redirect: the old address, as a path, and where it is to lead, as it was typed. */
export const RedirectInput = z.strictObject({
	path: line(PATH_MAX)
		.refine((path) => path !== "", { error: "請填寫舊網址。" })
		.refine((path) => path === "" || /^(?:\/(?!\/)|https?:\/\/)/i.test(path), {
			error: "舊網址要以 / 開頭，例如 /about-us，或貼上完整的網址。",
		})
		.refine((path) => !/^(?:\/(?!\/)|https?:\/\/)/i.test(path) || pathOf(path) !== undefined, {
			error: "這個網址沒有路徑，或含有無法辨識的 % 編碼；首頁不能轉址。",
		})
		.transform((path) => pathOf(path) ?? ""),
	target: line(TARGET_MAX).refine((target) => target !== "", { error: "請填寫要轉到的網址。" }),
});
export type RedirectInput = z.infer<typeof RedirectInput>;
export const RedirectEdit = RedirectInput.extend({ version: Version });
export const RedirectRemoval = z.strictObject({ version: Version });
