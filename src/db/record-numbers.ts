/** F115-0142 of a finance document under this alias (SQL); NULL until it has one. */
export const financeNumberOf = (document: string): string =>
	`'F' || ${document}.roc_year || '-' || printf('%04d', ${document}.seq)`;

/** I115-0007 of a record of income under this alias (SQL); NULL until it has one. */
export const incomeNumberOf = (record: string): string =>
	`'I' || ${record}.roc_year || '-' || printf('%04d', ${record}.seq)`;
