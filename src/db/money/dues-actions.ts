import { inAdvance } from "#db/books/index.ts";
import { type Select, selectOne } from "#db/read.ts";
import type { DuesStatus } from "#domain/money/dues/labels.ts";
import type { InAdvance } from "#domain/money/dues/rules.ts";
import type { DuesKind } from "#domain/people/index.ts";

/**
 * A dues item with the columns that the actions on it check first. `voucher_seq` is the sequence of the newest voucher
 * about it, `has_voucher` whether that voucher still stands.
 */
export type StoredDues = InAdvance & {
	id: number;
	version: number;
	member_id: number;
	kind: DuesKind;
	dues_year: number;
	base_amount: number;
	discount_percent: number;
	amount: number;
	paid_amount: number;
	credited_amount: number;
	status: DuesStatus;
	source: "assessment" | "import";
	voucher_seq: number | null;
	has_voucher: 0 | 1;
};

export const storedDues = (id: number): Select<StoredDues> =>
	selectOne(
		`SELECT d.id, d.version, d.member_id, d.kind, d.dues_year, d.base_amount, d.discount_percent, d.amount, d.paid_amount,
			d.credited_amount, d.status, d.source, v.source_seq AS voucher_seq, ${inAdvance},
			v.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id) AS has_voucher
		FROM dues_items d LEFT JOIN vouchers v ON v.id = (SELECT id FROM vouchers
			WHERE source <> 'manual' AND source = 'dues' AND source_id = d.id ORDER BY source_seq DESC LIMIT 1)
		WHERE d.id = ?`,
		id,
	);
