import { zValidator } from "@hono/zod-validator";
import type { Context } from "hono";
import type * as z from "zod";

/** What is checked: a part of the request as it was read, and what a schema without words of its own says. */
type Given = { value: unknown; error?: (issue: z.core.$ZodRawIssue) => string };

/**
 * Checks a part of a request of pages: THE way in for its place, its query and its form. The values come along, because
 * a body is read under limits of ours, and a query's first value counts; what is refused is answered by whoever asks.
 */
export async function validated<T>(
	c: Context,
	target: "param" | "query" | "form",
	{ schema, value, error }: Given & { schema: z.ZodType<T> },
): Promise<z.ZodSafeParseResult<T>> {
	let read: z.ZodSafeParseResult<T> | undefined;
	const check = zValidator(target, schema, (found, at) => (found.success ? undefined : at.body(null)), {
		validationFunction: async () => {
			read = await schema.safeParseAsync(value, error && { error });
			return read;
		},
	});
	// The body was read: nothing of the request is read once more.
	if (target === "form") c.req.bodyCache.formData = new FormData();
	await check(c, async () => {});
	if (!read) throw new Error("the validator checked nothing");
	return read;
}
