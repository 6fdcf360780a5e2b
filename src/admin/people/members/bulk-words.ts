import type { LeftMember } from "#db/people/member-exports.ts";
import { BULK_MAX, type BulkKind } from "#domain/people/member-lists/bulk.ts";
import type { MemberStatus } from "#domain/people/members/codes.ts";
import { MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { figure } from "#ui/money.ts";
import { STEP_PLACES } from "./record-words.ts";

type Words = {
	/** The label of the button, and the title of the page before the change. */
	label: string;
	/** The last part of the change's address. */
	place: string;
	gate: "members_approve_many" | "members_manage";
	/** The sentence part about the members that were changed; `many` is their number as text. */
	done: (many: string) => string;
	/** What the change does, shown before it is made. */
	effects: string[];
	danger?: true;
};

const AGAIN = "弄錯時，可以由另一位工作人員附理由更正。";
const DECIDES = "members_approve_many" as const;

export const BULK_WORDS: Record<BulkKind, Words> = {
	approve: {
		label: "核准入會",
		place: STEP_PLACES.approve,
		gate: DECIDES,
		done: (many) => `已核准 ${many} 位入會`,
		effects: [
			"最早申請的在前，依序給新的會員編號；有編號的沿用原來的。",
			"狀態改為「待繳費」，入會日期依決議日期。",
			"依會費設定產生入會費與常年會費；不必繳會費的類別除外。",
		],
	},
	decline: {
		label: "不予通過",
		place: STEP_PLACES.decline,
		gate: DECIDES,
		done: (many) => `${many} 位不予通過`,
		effects: ["狀態改為「未通過」，資料保留；之後可以再申請入會。", AGAIN],
		danger: true,
	},
	suspend: {
		label: "停權",
		place: STEP_PLACES.suspend,
		gate: DECIDES,
		done: (many) => `已將 ${many} 位停權`,
		effects: ["狀態改為「停權」；登入帳號不受影響，之後可以復權。"],
		danger: true,
	},
	reinstate: {
		label: "復權",
		place: STEP_PLACES.reinstate,
		gate: DECIDES,
		done: (many) => `已將 ${many} 位復權`,
		effects: ["狀態回到「有效」。"],
	},
	type: {
		label: "變更會員類別",
		place: "membership-type",
		gate: "members_manage",
		done: (many) => `已變更 ${many} 位的會員類別`,
		effects: ["之後產生的會費依新的類別計算；已經產生的不變。", "原來的類別留在每位會員的歷程裡。"],
	},
};

/** Returns one sentence that says what a bulk change did. `left`: the chosen members that stay as they are. */
export function bulkSentence(kind: BulkKind, { changed, left }: { changed: number; left: number }): string {
	const parts = [
		changed > 0 ? BULK_WORDS[kind].done(figure(changed)) : "沒有會員變動",
		...(left > 0 ? [`${figure(left)} 位的狀態不符、是您自己或家人，或資料已有變動，略過`] : []),
	];
	return `${parts.join("；")}。`;
}

/** Says why a change that begins from some states (any of them, when there are none) left this member as they are. */
export function whyLeft({ is_own, status }: LeftMember, from: readonly MemberStatus[]): string {
	if (is_own === 1) return "是您自己或家人";
	if (from.length > 0 && !from.includes(status)) return `狀態是「${MEMBER_STATUS_LABELS[status]}」`;
	return "資料剛剛有變動";
}

export const AT_MOST = `一次最多 ${BULK_MAX} 位`;
