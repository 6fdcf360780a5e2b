/** The labels of the membership types (會員類別). The last four exist only on old records. */
export const MEMBERSHIP_TYPE_LABELS = {
	individual: "個人會員",
	sponsor: "贊助會員",
	honorary_academic: "學術榮譽會員",
	regular: "一般會員",
	honorary: "榮譽會員",
	lifetime: "永久會員",
	student: "學生會員",
} as const;
