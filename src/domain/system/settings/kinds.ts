import * as z from "zod";

/** The control that a form shows for it. */
export type Input =
	| "text"
	| "textarea"
	| "tel"
	| "email"
	| "url"
	| "number"
	| "choice"
	| "several"
	| "checkbox"
	| "file";

/**
 * A setting: what staff read beside it, what counts as long as nobody set it, and what it may be. `schema` takes what a
 * form sends as well as a value.
 */
export type Setting<T> = {
	label: string;
	hint?: string;
	input: Input;
	default: T;
	/** What follows a number: 元, %. */
	unit?: string;
	choices?: Record<string, string>;
	required?: true;
	schema: z.ZodType<T>;
};

type Shown = { label: string; hint?: string };

/** As people type it: full-width digits and letters count as plain ones. */
const plain = (text: string): string => text.normalize("NFKC").trim();

/** A line of text of at most `max` characters; with `required` it must not be empty. */
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

/** A text of one form, or empty. `tidy` is done first, `form` says whether it is so, `wrong` what to do when it is not. */
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

/** A whole number from `min` to `max`, typed with full-width digits or thousands separators too. */
export function count(shown: Shown & { min: number; max: number; unit: string; default: number }): Setting<number> {
	const { min, max, ...rest } = shown;
	// Said when it is needed: words for a number load a whole locale, and every Worker would start with it.
	const wrong = { error: () => `請輸入 ${min} 到 ${max.toLocaleString("en")} 的整數。` };
	const digits = z
		.string()
		.transform((value) => plain(value).replaceAll(",", ""))
		.pipe(z.string().regex(/^[0-9]{1,12}$/, wrong))
		.transform(Number);
	const schema = z.union([z.number(), digits], wrong).pipe(z.int(wrong).min(min, wrong).max(max, wrong));
	return { ...rest, input: "number", required: true, schema };
}

/** One of a few: code → what it is called. */
export function choice<Code extends string>(
	shown: Shown & { choices: Record<Code, string>; default: Code },
): Setting<Code> {
	const codes = Object.keys(shown.choices) as Code[];
	return { ...shown, input: "choice", schema: z.enum(codes, "請從選項中選擇。") };
}

/** Any of a few: code → what it is called. */
export function several<Code extends string>(
	shown: Shown & { choices: Record<Code, string>; default: readonly NoInfer<Code>[] },
): Setting<readonly Code[]> {
	const codes = Object.keys(shown.choices) as Code[];
	const schema = z
		.array(z.enum(codes, "請從選項中選擇。"))
		.transform((chosen) => codes.filter((code) => chosen.includes(code)));
	return { ...shown, input: "several", schema };
}

/** Yes or no; a box that is not ticked sends nothing. */
export const flag = (shown: Shown & { default: boolean }): Setting<boolean> => ({
	...shown,
	input: "checkbox",
	// A default, because an object refuses a key that is not there even where its value may be undefined.
	schema: z
		.union([z.boolean(), z.enum(["on", "true", "false", ""])])
		.transform((value) => value === true || value === "on" || value === "true")
		.default(false),
});

const NO_FILE = "沒有這個檔案。";

/** A file of src/domain/system/files by its id; null for none. */
export const file = (shown: Shown): Setting<number | null> => ({
	...shown,
	input: "file",
	default: null,
	schema: z
		.union([z.null(), z.int().positive(), z.literal(""), z.string().regex(/^[1-9][0-9]{0,14}$/, NO_FILE)], NO_FILE)
		.transform((value) => (value === null || value === "" ? null : Number(value))),
});
