import * as z from "zod";
import { dayOrNone } from "#kernel/typed.ts";

/** The control that a form shows for a setting. */
export type Input =
	| "text"
	| "textarea"
	| "tel"
	| "email"
	| "url"
	| "date"
	| "number"
	| "choice"
	| "several"
	| "checkbox"
	| "file";

/**
 * A setting: its label and hint for staff, its default, and its schema, which accepts what a form sends as well as a
 * value.
 */
export type Setting<T> = {
	label: string;
	hint?: string;
	input: Input;
	default: T;
	/** The unit after a number: 元, %. */
	unit?: string;
	choices?: Record<string, string>;
	required?: true;
	schema: z.ZodType<T>;
};

type Shown = { label: string; hint?: string };

/** Returns a typed text with full-width digits and letters made plain. */
const plain = (text: string): string => text.normalize("NFKC").trim();

/** Makes a setting of one line of text with at most `max` characters; with `required` it must not be empty. */
export function text(
	shown: Shown & { max: number; default?: string; required?: true; input?: Input },
): Setting<string> {
	const { max, default: initial = "", input = "text", ...rest } = shown;
	const any = z.string().trim().max(max, `最多 ${max} 個字。`);
	return { ...rest, input, default: initial, schema: rest.required ? any.min(1, `請填寫${shown.label}。`) : any };
}

type Formed = Shown & {
	input: Input;
	max: number;
	tidy?: (text: string) => string;
	form: (text: string) => boolean;
	wrong: string;
};

/**
 * Makes a setting of a text that is empty or has a certain form: `tidy` is applied first, `form` tells whether the text
 * is valid, `wrong` is the error of an invalid one.
 */
export function formed({ max, tidy = (text) => text, form, wrong, ...shown }: Formed): Setting<string> {
	const schema = z
		.string()
		.transform((value) => tidy(plain(value)))
		.pipe(
			z
				.string()
				.max(max, `最多 ${max} 個字。`)
				.refine((value) => value === "" || form(value), wrong),
		);
	return { ...shown, default: "", schema };
}

/** Makes a setting of a day (YYYY-MM-DD), which may be typed in any common form, such as 115/3/5; empty for none. */
export const day = (shown: Shown): Setting<string> => {
	const schema = dayOrNone(() => "看不懂這個日期，請寫成 2026/11/20 或 115/11/20。").transform((day) => day ?? "");
	return { ...shown, input: "date", default: "", schema };
};

/**
 * Makes a setting of a whole number from `min` to `max`, which may be typed with full-width digits or thousands
 * separators.
 */
export function count(shown: Shown & { min: number; max: number; unit: string; default: number }): Setting<number> {
	const { min, max, ...rest } = shown;
	// A function, because formatting a number loads a whole locale, which no Worker needs at its start.
	const wrong = { error: () => `請輸入 ${min} 到 ${max.toLocaleString("en")} 的整數。` };
	const digits = z
		.string()
		.transform((value) => plain(value).replaceAll(",", ""))
		.pipe(z.string().regex(/^[0-9]{1,12}$/, wrong))
		.transform(Number);
	const schema = z.union([z.number(), digits], wrong).pipe(z.int(wrong).min(min, wrong).max(max, wrong));
	return { ...rest, input: "number", required: true, schema };
}

/** Makes a setting that is one of a few codes; `choices` maps codes to labels. */
export function choice<Code extends string>(
	shown: Shown & { choices: Record<Code, string>; default: Code },
): Setting<Code> {
	const codes = Object.keys(shown.choices) as Code[];
	return { ...shown, input: "choice", schema: z.enum(codes, "請從選項中選擇。") };
}

/** Makes a setting that is any of a few codes; `choices` maps codes to labels. */
export function several<Code extends string>(
	shown: Shown & { choices: Record<Code, string>; default: readonly NoInfer<Code>[] },
): Setting<readonly Code[]> {
	const codes = Object.keys(shown.choices) as Code[];
	const schema = z
		.array(z.enum(codes, "請從選項中選擇。"))
		.transform((chosen) => codes.filter((code) => chosen.includes(code)));
	return { ...shown, input: "several", schema };
}

/** Makes a setting that is yes or no; a box that is not ticked sends nothing. */
export const flag = (shown: Shown & { default: boolean }): Setting<boolean> => ({
	...shown,
	input: "checkbox",
	// A default, because a strict object refuses a missing key even where its value may be undefined.
	schema: z
		.union([z.boolean(), z.enum(["on", "true", "false", ""])])
		.transform((value) => value === true || value === "on" || value === "true")
		.default(false),
});

const NO_FILE = "沒有這個檔案。";

/** Makes a setting that is a file of src/domain/system/files by its id; null for none. */
export const file = (shown: Shown): Setting<number | null> => ({
	...shown,
	input: "file",
	default: null,
	schema: z
		.union([z.null(), z.int().positive(), z.literal(""), z.string().regex(/^[1-9][0-9]{0,14}$/, NO_FILE)], NO_FILE)
		.transform((value) => (value === null || value === "" ? null : Number(value))),
});
