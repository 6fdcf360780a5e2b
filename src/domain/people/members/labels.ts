import type { Authority, GuardianRole } from "#domain/system/index.ts";
import type { DisabilityStatus, Gender } from "./codes.ts";
import type { StatusNow } from "./rules.ts";

/** The labels of a member's status (狀態) for staff. */
export const MEMBER_STATUS_LABELS: Record<StatusNow, string> = {
	applied: "入會審核中",
	awaiting_payment: "待繳費",
	active: "有效",
	grace: "寬限期",
	lapsed: "未續繳",
	suspended: "停權",
	declined: "未通過",
	withdrawn: "撤回申請",
	resigned: "退會",
	expelled: "除名",
	deceased: "已故",
	contact: "聯絡人",
};

/** The labels of 身心障礙證明; `expired` is an approval whose last day has passed. */
export const DISABILITY_LABELS: Record<DisabilityStatus | "expired", string> = {
	not_applied: "未申請",
	pending: "審核中",
	approved: "已核准",
	expired: "已到期",
	rejected: "未通過",
};

export const GENDER_LABELS: Record<Gender, string> = { female: "女", male: "男", other: "其他" };

/** As what a guardian stands for a member (docs/workflows.md#guardians). */
export const GUARDIAN_ROLE_LABELS: Record<GuardianRole, string> = {
	parent: "父母，或未成年人的監護人",
	ordered: "監護人（監護宣告）",
	assistant: "輔助人（輔助宣告）",
};
export const AUTHORITY_LABELS: Record<Authority, string> = { joint: "共同行使", sole: "單獨行使" };
