import * as z from "zod";
import { MOST } from "./field-limits.ts";

/**
 * Returns the schema of a condition of a list, as it stands in the address; an empty value sets no condition, even
 * where `schema` accepts an empty text.
 */
export const asked = <T extends z.ZodType>(schema: T) =>
	z.union([z.literal("").transform(() => undefined), schema]).optional();

/** The schema of the number of a list's page, 1 by default and at most 100,000. */
export const PageNumber = z.coerce.number().int().positive().max(100_000).default(1);

/** Returns the schema of a typed text, "" by default: well-formed, trimmed, and cut after `most` UTF-16 units. */
export const typedUpTo = (most: number) =>
	z
		.string()
		.register(MOST, { characters: most })
		.default("")
		.transform((text) => text.toWellFormed().trim().slice(0, most).toWellFormed());

/**
 * Returns the schema of the ids of ticked rows in an address, "12.15.20", at most `most` of them; an id that stands
 * there twice is returned once.
 */
export const idsUpTo = (most: number) =>
	z
		.string()
		.regex(new RegExp(`^[1-9]\\d{0,14}(?:\\.[1-9]\\d{0,14}){0,${most - 1}}$`))
		.transform((text) => [...new Set(text.split(".").map(Number))]);
