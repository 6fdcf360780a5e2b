import * as z from "zod";
import type { PurposeRow } from "#db/people/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import type { VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { dateWords } from "#ui/time.ts";

const { privacy } = paths.member;
/** A purpose of special data that a member agrees to, with the id of the consent. */
export type Purpose = PurposeRow & { id: number };

/** Returns the names of the fields of a purpose. */
export const fieldsOf = ({ fields }: Purpose): string => z.array(z.string()).parse(JSON.parse(fields)).join("、");

/** Draws the purposes of special data that a member agrees to, each with the way to take the consent back. */
export const purposesCard = (purposes: readonly Purpose[], dependent: number | undefined): VNode =>
	card(
		{ title: "同意保存的特種個資", flush: true },
		items(
			purposes.map((row) => ({
				title: fieldsOf(row),
				href: privacy.purposeEnd(row.id, dependent),
				sub: `用途：${row.purpose}。${dateWords(row.at)}同意；點開可以收回。`,
			})),
		),
	);
