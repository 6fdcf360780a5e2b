import * as z from "zod";
import { RECEIVED_METHODS } from "#domain/money/payments/labels.ts";
import type { StaffPaymentForm } from "#domain/money/payments/staff-form.ts";
import { paths } from "#http/paths.ts";
import { asked } from "#kernel/query.ts";

/** What the form of a payment takes over from the one before, as it stands in the address. */
export const KEPT_FIELDS = {
	method: asked(z.enum(RECEIVED_METHODS)),
	paid_on: asked(z.iso.date()),
	account: asked(z.coerce.number().int().positive().max(1e15)),
};
const Kept = z.object(KEPT_FIELDS);
export type Kept = z.infer<typeof Kept>;

/** Returns, of an address's conditions, those that are taken over. */
export const keptIn = ({ method, paid_on, account }: Kept): Kept => ({ method, paid_on, account });

/** Returns what the next payment takes over from this one. */
export const keptOf = ({ method, paid_on, account }: StaffPaymentForm): Kept => ({
	method,
	paid_on,
	account: account ?? undefined,
});

/** Returns the names and values of what is taken over, for an address or for hidden fields. */
export const keptPairs = (kept: Kept): [string, string][] =>
	Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));

/** Returns the address of a new payment, of the member when one is given. */
export function entryHref(kept: Kept, member?: number): string {
	const query = new URLSearchParams([
		...(member === undefined ? [] : [["member", String(member)]]),
		...keptPairs(kept),
	]);
	return query.size === 0 ? paths.admin.payments.create() : `${paths.admin.payments.create()}?${query}`;
}
