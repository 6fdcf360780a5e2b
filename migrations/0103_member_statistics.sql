-- 人數統計: counts of people by traits, without names, for yearly reports and grants.
INSERT INTO role_permissions (role_id, permission)
SELECT id, 'members.statistics' FROM roles WHERE code IN ('admin', 'secretary', 'chair', 'auditor');
