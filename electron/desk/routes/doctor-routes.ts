import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { withFindings } from '../../connections/doctor/findings.ts';
import type { DeskSession } from '../session/desk-session.ts';
import type { Handlers } from '../../engines/ipc/router.ts';

type DoctorRoutes = Extract<keyof Handlers, `doctor.${string}`>;

export const doctorHandlers = (session: DeskSession): Pick<Handlers, DoctorRoutes> => ({
  'doctor.run': ({ accountNumber }, context) =>
    session.open().doctor.run(
      {
        accountNumber,
        signIn: (signingIn) => session.signing.signInStored(signingIn),
        present: () => session.signing.presentStored(),
      },
      context,
    ),
  'doctor.last': () => ok({ report: session.open().doctor.last }),
  'doctor.propose': ({ fields }, { correlationId }) => {
    const { profile, doctor } = session.open();
    const chosen = (doctor.last?.findings ?? []).filter(({ field }) => fields.includes(field));
    const absent = fields.filter((field) => !chosen.some((finding) => finding.field === field));
    if (profile.bankFileText === null)
      return fail('input.invalid', correlationId, {
        message: 'The sandbox is built in: it has no bank file to write findings into.',
      });
    if (absent.length > 0)
      return fail('input.invalid', correlationId, {
        message: 'Something else was found when the bank was examined last.',
        fields: Object.fromEntries(absent.map((field) => [field, 'is not among the findings'])),
      });
    return ok({ bankFile: withFindings(profile.bankFileText, chosen) });
  },
});
