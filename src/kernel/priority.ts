/** The priorities of tasks: 1 is the most urgent. */
export const PRIORITIES = [1, 2, 3, 4] as const;
export type Priority = (typeof PRIORITIES)[number];
export const PRIORITY_LABELS: Record<Priority, string> = { 1: "急件", 2: "高", 3: "一般", 4: "低" };
