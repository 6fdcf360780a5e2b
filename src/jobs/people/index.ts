// The door to the jobs of the module people.
export { keepCertificates } from "#jobs/people/certificates.ts";
