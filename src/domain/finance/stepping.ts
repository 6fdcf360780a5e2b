import * as z from "zod";
import type { FinanceState } from "#domain/finance/labels.ts";
import type { SteppingDocument } from "#domain/finance/rules.ts";
import { relatedIn } from "#domain/related.ts";

const Approvals = z.array(z.object({ step: z.string(), user_id: z.int() }));
const Asked = z.array(z.object({ user_id: z.int(), on_behalf_of: z.int().nullable() }));

type Row = { state: FinanceState; applicant_id: number; related: string; approvals: string; unpay_asked: string };

/** A document as its steps are judged, of the row that the database gives (its lists are JSON). */
export const steppingOf = ({ state, applicant_id, related, approvals, unpay_asked }: Row): SteppingDocument => ({
	state,
	applicant_id,
	related: relatedIn(related),
	approvals: Approvals.parse(JSON.parse(approvals)),
	unpay_asked: Asked.parse(JSON.parse(unpay_asked)),
});
