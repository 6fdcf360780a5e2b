import type { VNode } from "#admin/html.ts";
import { linkButton } from "#admin/ui/button.ts";
import type { RecordRef } from "#domain/tasks/labels.ts";
import { paths } from "#http/paths.ts";

/** 新增任務 about a record, from its page; for whom the gate `tasks_manage` opens. */
export const newTaskAbout = ({ type, id }: RecordRef): VNode =>
	linkButton({ label: "新增任務", href: paths.admin.tasks.createAbout(type, id) });
