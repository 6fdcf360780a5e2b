import { expect, test } from "vitest";
import { PERMISSIONS, SHIPPED_ROLES } from "#permissions.ts";
import { rows } from "../../../support/users.ts";

test("the migration's roles are those of the code", async () => {
	const stored = await rows(
		`SELECT r.code, r.name, json_group_array(p.permission ORDER BY p.permission) AS permissions
		FROM roles r LEFT JOIN role_permissions p ON p.role_id = r.id GROUP BY r.id ORDER BY r.id`,
	);
	expect(stored.map(({ permissions, ...role }) => ({ ...role, permissions: JSON.parse(String(permissions)) }))).toEqual(
		Object.entries(SHIPPED_ROLES).map(([code, { name, permissions }]) => ({
			code,
			name,
			permissions: [...permissions].sort(),
		})),
	);
});

test("no permission stands twice", () => expect(new Set(PERMISSIONS).size).toBe(PERMISSIONS.length));
