import { BANKS } from "#kernel/bank-codes.ts";
import { html, type VNode } from "#ui/html.ts";

/** The id of the list of banks that a field suggests by code and name. */
export const BANK_LIST = "bank-codes";

/** Draws the list of banks (金融機構), once on a page; without it a field takes a typed code or name as well. */
export const bankList = (): VNode =>
	html`<datalist id=${BANK_LIST}>${BANKS.map((bank) => html`<option value=${bank}></option>`)}</datalist>`;
