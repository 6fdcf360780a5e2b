import { zValidator } from "@hono/zod-validator";
import type { Context } from "hono";
import type * as z from "zod";

/**
 * A part of a request as it was read, and the function that writes an error for which the schema has no words of its
 * own.
 */
type Given = { value: unknown; error?: (issue: z.core.$ZodRawIssue) => string };

/**
 * Checks a part of a page's request against a schema: the only way in for path parameters, query and form. The values
 * are passed in, because a body is read under the project's own limits and only the first value of a query parameter
 * counts. Returns the errors of refused values and sends no answer itself.
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
	// The validator reads nothing from the request, whose body was already read.
	if (target === "form") c.req.bodyCache.formData = new FormData();
	await check(c, async () => {});
	if (!read) throw new Error("the validator checked nothing");
	return read;
}
