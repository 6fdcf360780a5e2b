import * as z from "zod";

/** A condition of a list: an empty field of its form asks for nothing, whatever the schema would make of it. */
export const asked = <T extends z.ZodType>(schema: T) =>
	z.union([z.literal("").transform(() => undefined), schema]).optional();

/** The nth page of a list, from 1. */
export const PageNumber = z.coerce.number().int().positive().max(100_000).default(1);

/** A word that is typed: well-formed, trimmed, and cut after so many characters. */
export const typedUpTo = (most: number) =>
	z
		.string()
		.default("")
		.transform((text) => text.toWellFormed().trim().slice(0, most).toWellFormed());

/** Ids of ticked rows in an address: "12.15.20". */
export const idsUpTo = (most: number) =>
	z
		.string()
		.regex(new RegExp(`^[1-9]\\d{0,14}(?:\\.[1-9]\\d{0,14}){0,${most - 1}}$`))
		.transform((text) => [...new Set(text.split(".").map(Number))]);
