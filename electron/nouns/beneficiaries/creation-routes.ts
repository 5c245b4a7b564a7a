import { NewBeneficiary } from '../../../shared/bank/beneficiaries.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { flatPayee, payeeBody } from '../../../shared/beneficiaries/flat.ts';
import { readPasted } from '../../../shared/beneficiaries/pasted.ts';
import { tidyPayee } from '../../../shared/beneficiaries/tidy.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { codeBook } from './codes.ts';
import { beneficiaryById, type BeneficiaryWrites } from './tables.ts';
import { everyPaidBeneficiary, releaseBeneficiary } from './fingerprints.ts';
import { checkBeneficiary, beneficiaryProblems } from './check.ts';
import { quarantineOf } from './quarantine.ts';
import { BeneficiaryQuestions } from './questions.ts';
import { aboutRecord, viewOf } from '../../engines/submissions/submission-views.ts';
import { submit } from '../../engines/submissions/submissions.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { actorOf, notCached, stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';

type Open = OpenBank<BeneficiaryWrites>;

type PayeeRoutes =
  | 'beneficiaries.readPasted'
  | 'beneficiaries.check'
  | 'beneficiaries.create'
  | 'beneficiaries.quarantine'
  | 'beneficiaries.release';

/** New payees, and those whose bank details changed since they were paid. */
export const payeeHandlers = (desk: () => Open): Pick<Handlers, PayeeRoutes> => {
  const questionsByDesk = new WeakMap<Open, BeneficiaryQuestions>();
  const questionsOf = (open: Open): BeneficiaryQuestions => {
    const questions = questionsByDesk.get(open) ?? new BeneficiaryQuestions(open.bank, open.clock);
    questionsByDesk.set(open, questions);
    return questions;
  };
  return {
    'beneficiaries.readPasted': ({ text }) => ok(readPasted(text, codeBook)),
    'beneficiaries.check': async (input, context) => {
      const open = desk();
      const parts = { reader: open.copy.reader, questions: questionsOf(open) };
      return ok(await checkBeneficiary(parts, input, context));
    },
    'beneficiaries.create': ({ reference, payee }, context) =>
      create(desk(), { reference, payee }, context),
    'beneficiaries.quarantine': () => ok({ rows: quarantined(desk()) }),
    'beneficiaries.release': (input, context) => release(desk(), input, context),
  };
};

/** Checks a payee again out of the window's reach and creates it. Reports problems by field, and then sends nothing. */
async function create(
  open: Open,
  { reference, payee }: { reference: string; payee: NewBeneficiary },
  context: Context,
): Promise<Outcome<SubmissionView>> {
  const { bank, changes, announce } = open;
  const tidy = tidyPayee(flatPayee(payee));
  const fields = beneficiaryProblems(tidy);
  const body = NewBeneficiary.safeParse(payeeBody(tidy));
  if (Object.keys(fields).length > 0 || !body.success)
    return fail('input.invalid', context.correlationId, { fields });
  if (!bank.session.isSignedIn()) return fail('session.required', context.correlationId);
  const submitted = await submit(
    changes,
    {
      reference,
      operation: 'createBeneficiary',
      subject: `payee:${reference}`,
      payload: { body: body.data },
      about: { ...aboutRecord(`New payee ${payee.name}`, payee.name), person: actorOf(open).name },
    },
    context,
  );
  if (!submitted.ok) return submitted;
  announce('store.changed', { topic: 'beneficiaries' });
  return ok(viewOf(submitted.value.submission, changes));
}

const quarantined = ({ copy: { journal, reader } }: Open) =>
  everyPaidBeneficiary(journal).flatMap((entityId) => {
    const cached = beneficiaryById(reader, entityId);
    if (cached?.goneAt !== null) return [];
    return quarantineOf(journal, cached.beneficiary) ?? [];
  });

/** Releases only the bank details that the person looked at: others that came since stay in quarantine. */
function release(
  open: Open,
  { entityId, fingerprint }: { entityId: string; fingerprint: string },
  context: Context,
): Outcome<{ released: true }> {
  const { copy, announce } = open;
  const cached = beneficiaryById(copy.reader, entityId);
  if (!cached) throw notCached(`Payee ${entityId}`);
  const quarantine = quarantineOf(copy.journal, cached.beneficiary);
  if (quarantine !== null) {
    if (quarantine.fingerprint !== fingerprint) return fail('payee.changed', context.correlationId);
    releaseBeneficiary(copy.journal, entityId, { fingerprint, ...stampOf(open) });
  }
  announce('store.changed', { topic: 'beneficiaries' });
  return ok({ released: true });
}
