import type { RefusalCode } from "#kernel/refusal.ts";
import type { Permission } from "#permissions.ts";

/** What a rule that requires a second person protects: permissions, sealed (encrypted) data, or money. */
export type Moves = "right" | "sealed" | "money";

/** A rule for an act that one person begins and another completes. */
export type SecondPerson = {
	act: string;
	moves: Moves;
	/** The permissions to begin the act; any of these. */
	first: readonly Permission[];
	/**
	 * The permissions to complete it; any of these. It may never be the person who began it, whom it concerns, or their
	 * family.
	 */
	second: readonly Permission[];
	/**
	 * Whether 理事長 and 監事 may always be the second person, under 待第二人確認; "stranded": only when everybody else
	 * who may is concerned, away, or took another step.
	 */
	always: boolean | "stranded";
	/** What happens when nobody confirms. */
	otherwise: string;
};

const A_DAY = "通知寄達滿 24 小時，沒有人停止就生效";
const WAITS = "一直等到有人確認";
const people = { moves: "sealed", first: ["members.manage"], second: ["members.manage"], always: true } as const;
const administrator = { moves: "right", first: ["users.manage"], second: ["users.manage"], always: true } as const;

/**
 * The only list of the rules for second persons, as the settings page shows them. An act that moves no right, no sealed
 * data and no money has no rule.
 */
export const SECOND_PERSONS: readonly SecondPerson[] = [
	{ ...administrator, act: "給人審核、過帳、敏感資料或系統權限的角色", otherwise: A_DAY },
	{ ...administrator, act: "有人使用中的角色增加這些權限", first: ["roles.manage"], otherwise: A_DAY },
	{ ...administrator, act: "變更這些人的登入資料、重設兩步驟驗證、恢復帳號", otherwise: A_DAY },
	{ ...administrator, act: "替別人指定職務代理人", otherwise: A_DAY },
	{ ...people, act: "設定申請書與名冊都沒有寫的監護人，或與工作人員有關的監護人", otherwise: A_DAY },
	{ ...people, act: "讓新的監護人、同仁連結的登入帳號查看健康資料與證件", otherwise: WAITS },
	{ ...people, act: "不看證件就核發使用中帳號的啟用碼", otherwise: "改用信件，24 小時後才能用" },
	{
		moves: "money",
		act: "收據改以繳款人以外的抬頭開立",
		first: ["receipts.void"],
		second: ["receipts.void"],
		always: true,
		otherwise: WAITS,
	},
	{
		moves: "money",
		act: "支出申請的審核與付款",
		first: ["finance.submit"],
		second: [
			"finance.review.cashier",
			"finance.review.accountant",
			"finance.review.secretary",
			"finance.review.chair",
			"finance.pay",
		],
		always: "stranded",
		otherwise: "每三天提醒一次輪到的人",
	},
	{
		moves: "money",
		act: "退匯與付款更正",
		first: ["finance.pay"],
		second: ["finance.review.accountant", "finance.review.chair", "finance.pay"],
		always: true,
		otherwise: WAITS,
	},
	{
		moves: "money",
		act: "核對收款",
		first: ["payments.record"],
		second: ["payments.verify"],
		always: "stranded",
		otherwise: WAITS,
	},
	{
		moves: "money",
		act: "沖銷已核對的收款、已入帳的收入",
		first: ["payments.verify"],
		second: ["payments.reverse"],
		always: true,
		otherwise: "收款維持有效",
	},
	{
		moves: "money",
		act: "收入入帳",
		first: ["income.manage"],
		second: ["ledger.post"],
		always: true,
		otherwise: WAITS,
	},
	{
		moves: "money",
		act: "超過設定金額的傳票過帳",
		first: ["ledger.post"],
		second: ["ledger.post"],
		always: true,
		otherwise: WAITS,
	},
	{
		moves: "money",
		act: "沖銷超過設定金額的傳票、更正開帳",
		first: ["ledger.post"],
		second: ["ledger.post"],
		always: true,
		otherwise: "傳票維持有效",
	},
	{
		moves: "money",
		act: "已結帳的月份重新開帳",
		first: ["periods.close"],
		second: ["ledger.reopen"],
		always: false,
		otherwise: "月份維持結帳",
	},
	{
		moves: "right",
		act: "更正離會（恢復會員資格）",
		first: ["members.approve"],
		second: ["members.approve"],
		always: false,
		otherwise: "維持離會",
	},
];

/**
 * Who may act in the place of a user who is refused: by default everybody who may send the same form, or with `by` the
 * users with any of these permissions. 理事長 and 監事 may too, where the step takes the permission in `always`; where
 * it takes that in `alone`, only once nobody else is left.
 */
export type SomebodyElse = { by?: readonly Permission[]; always?: Permission; alone?: Permission };
const sameForm: SomebodyElse = {};

/** The only list of the refusals that another user would not get; the page that shows the refusal names who that is. */
export const SOMEBODY_ELSE = {
	"certificate.own": sameForm,
	"concurrent_post.second_person": { by: ["finance.review.chair"] },
	"dues.own": sameForm,
	"finance.approved_before": sameForm,
	"finance.not_your_step": sameForm,
	"finance.own_document": sameForm,
	"finance.second_person": {
		by: ["finance.review.accountant", "finance.review.chair", "finance.pay", "confirmations.decide"],
	},
	"income.own": sameForm,
	"income.second_person": { alone: "ledger.post" },
	"income.title_second_person": sameForm,
	"ledger.second_person": sameForm,
	"member.merge_own": sameForm,
	"member.own": sameForm,
	"member.undo_second_person": sameForm,
	"payment.own": sameForm,
	"payment.second_person": sameForm,
	"privacy.own": sameForm,
	"privacy.same_person": sameForm,
	"receipt.own": sameForm,
	"receipt.same_name": sameForm,
	"receipt.second_person": { always: "receipts.void" },
	"role.own": sameForm,
	"voucher.opening_second_person": sameForm,
	"voucher.reversal_second_person": sameForm,
	"voucher.second_person": { always: "ledger.post" },
} satisfies Partial<Record<RefusalCode, SomebodyElse>>;
