import { catalogue } from '../../../../shared/bank/catalogue.ts';
import { StatementPage } from '../../../../shared/bank/statements.ts';
import { mapAnswer } from '../../../engines/bank/mapping/mapping.ts';
import type { OperationOverride } from '../../../engines/bank/file/bank-file-schema.ts';
import type { Asking } from '../operations/questions.ts';
import { dialectsOf, nameOf, type Fit, type RequestedPage } from './dialect-parameters.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { firstOf, type Reading } from '../operations/recognise.ts';

/** How statements are requested, in the form of the bank file; `auto` leaves it to the doctor, which finds it by reads. */
export function readDialect(
  { group }: Reading,
  entry: OperationOverride | undefined,
  asking: Asking,
): unknown {
  const pages = group.answered.flatMap((exchange) => readResponse(exchange, entry));
  const fits = dialectsOf(pages);
  const [best, ...more] = fits;
  if (!best) return 'auto';
  if (more.length === 0) {
    const because = `${nameOf(best)}: ${String(best.times)} statements asked so were answered as asked.`;
    asking.note('statement', firstOf(group), because);
    return settingOf(best);
  }
  const answered = asking.ask({
    place: 'statement',
    question:
      'The recorded statements can be read in several ways. How are they asked for? The doctor finds it out where it is left to it (auto).',
    choices: [...fits.map(nameOf), 'auto'],
  });
  const chosen = fits.find((fit) => nameOf(fit) === answered);
  return chosen ? settingOf(chosen) : 'auto';
}

const settingOf = ({ dialect, pageSizeMax }: Fit): object => ({ ...dialect, pageSizeMax });

function readResponse(exchange: Exchange, entry: OperationOverride | undefined): RequestedPage[] {
  const mapped = mapAnswer(catalogue.getStatement, entry, exchange.answer);
  const page = StatementPage.safeParse(mapped);
  return page.success ? [{ exchange, page: page.data }] : [];
}
