import type { DoctorFinding } from '../../../shared/ipc/desk/doctor.ts';
import { withField } from '../../engines/bank/json/json-edit.ts';

/** A bank file's text with the findings written in, and everything else unchanged. */
export const withFindings = (text: string, findings: readonly DoctorFinding[]): string =>
  findings.reduce(
    (written, { field, found }) => withField(written, field, JSON.parse(found)),
    text,
  );
