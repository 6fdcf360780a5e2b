import { EXEMPT_TYPES, type StatusNow, type TypeBase } from "#domain/people/index.ts";
import { dayOf } from "#member/certificate/card.ts";
import type { IconName } from "#ui/icon-names.ts";
import { type Status, status } from "#ui/status.ts";

/** The status of a membership in words for the member, with tone and icon. */
const LOOKS: Record<StatusNow, Status & { icon: IconName }> = {
	applied: { word: "入會審核中", tone: "info", icon: "clock" },
	awaiting_payment: { word: "待繳費", tone: "info", icon: "coins" },
	active: { word: "有效", tone: "ok", icon: "ok" },
	grace: { word: "寬限期", tone: "warn", icon: "clock" },
	lapsed: { word: "未續繳", tone: "danger", icon: "warn" },
	suspended: { word: "暫停中", tone: "danger", icon: "no" },
	declined: { word: "申請未通過", icon: "no" },
	withdrawn: { word: "申請已撤回", icon: "undo" },
	resigned: { word: "已退會", icon: "minus" },
	expelled: { word: "資格已終止", icon: "no" },
	deceased: { word: "已故", icon: "minus" },
	contact: { word: "聯絡人", icon: "users" },
};

export const statusLook = (now: StatusNow): Status & { icon: IconName } => LOOKS[now];
export const memberStatus = (now: StatusNow) => status(LOOKS[now]);

/** What follows for the member from each status of the membership; statuses without an entry need no explanation. */
export const STANDING_WORDS: Partial<Record<StatusNow, string>> = {
	applied: "入會申請已送出，等候理事會審核。通過後會給您會員編號。",
	awaiting_payment: "入會申請已通過。繳納會費、核對完成後，會員資格就會生效。",
	grace: "會員資格已到期，目前在寬限期內。請盡快續繳會費。",
	lapsed: "會員資格已到期。續繳會費後就會恢復。",
	suspended: "您的會員資格目前暫停。有任何疑問，請與協會聯絡。",
	declined: "這次的入會申請沒有通過，不需要繳費。想了解原因或再次申請，歡迎與協會聯絡。",
	withdrawn: "您的入會申請已經撤回，不需要繳費。想再申請，歡迎與協會聯絡。",
	resigned: "您已經退會。想再加入，請與協會聯絡。",
	expelled: "您的會員資格已經終止。有任何疑問，請與協會聯絡。",
	contact: "您是協會的聯絡人，不是會員，不用繳自己的會費。想加入協會，歡迎與我們聯絡。",
};

/** Returns in words until when a membership is valid (有效期限). Membership types without dues have no end date. */
export function validWords({ type_base, paid_until }: { type_base: TypeBase; paid_until: string | null }): string {
	if (paid_until !== null) return dayOf(paid_until);
	return EXEMPT_TYPES.includes(type_base) ? "無期限" : "尚無";
}
