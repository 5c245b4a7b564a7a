import type { DoctorFinding } from '../../../shared/ipc/desk/doctor.ts';
import { withField } from '../../engines/bank/json/json-edit.ts';

/** A bank file's text with findings written in, everything else as it stands. */
export const withFindings = (text: string, findings: readonly DoctorFinding[]): string =>
  findings.reduce(
    (written, { field, found }) => withField(written, field, JSON.parse(found)),
    text,
  );
