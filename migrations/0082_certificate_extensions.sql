-- 展延註記 (身心障礙者權益保障法 §15): the certificate is valid until valid_until, although printed_until is the last day on it.
ALTER TABLE disability_certificates ADD COLUMN printed_until TEXT CHECK (printed_until IS NULL
	OR (printed_until GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND valid_until IS NOT NULL AND valid_until > printed_until));
