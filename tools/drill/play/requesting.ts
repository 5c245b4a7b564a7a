import type { Outcome } from '../../../shared/errors.ts';
import type { RequestReview, RequestRow } from '../../../shared/ipc/approvals.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import type { DrillDesk } from '../drill-desk.ts';
import type { PersonName } from '../drill-team.ts';
import { mattersOfReview } from './matters.ts';
import {
  colleaguesOf,
  deskOf,
  goesOn,
  noteOrder,
  stop,
  stopByDesk,
  type Course,
  type Play,
} from './play.ts';

/** Until a colleague looks at what waits, and until the maker sees that it was approved. */
const waitMinutes = 20;
const sendMinutes = 5;

const everyMark = ({ marks }: RequestReview): number[] => [...marks.keys()];

/** Requests come to colleagues one after the other; the maker sends what they approved. */
export async function carryRequest(
  course: Course,
  maker: PersonName,
  { request }: Pick<RequestRow, 'request'>,
): Promise<void> {
  const { play, record } = course;
  for (const name of colleaguesOf(maker)) {
    await passMinutes(play, waitMinutes);
    const row = await rowOf(course, name, request);
    if (row?.part !== 'mine') continue;
    await look(course, name, request);
    if (record.stop !== null) return;
  }
  await passMinutes(play, sendMinutes);
  await sendRequested(course, maker, request);
}

async function passMinutes({ team: { time, prices } }: Play, minutes: number): Promise<void> {
  time.pass(minutes);
  await prices.refresh();
}

async function rowOf(
  { play }: Course,
  name: PersonName,
  request: string,
): Promise<RequestRow | undefined> {
  const { requests } = await deskOf(play, name).get('approvals.view', { isFresh: true });
  return requests.find((row) => row.request === request);
}

/** A colleague reads a request anew, looks up what is marked, releases its payee where that waits, and approves or refuses. */
async function look(course: Course, name: PersonName, request: string): Promise<void> {
  const { play, record } = course;
  const desk = deskOf(play, name);
  const read = await desk.request('approvals.review', { request });
  if (!read.ok) {
    stopByDesk(course, read.error);
    return;
  }
  const review = read.value;
  const opened = everyMark(review);
  record.keys += opened.length;
  if (!goesOn(course, name, mattersOfReview(review), false)) {
    await desk.get('approvals.refuse', { request, words: 'not in order' });
    record.keys += 3;
    return;
  }
  const seen = { request, review: review.review, opened };
  if (review.row.held?.canRelease === true) {
    await desk.get('approvals.releasePayee', seen);
    record.keys += 2;
    record.signatures += 1;
  }
  if (!review.row.canApprove) return;
  const approved = await desk.request('approvals.approve', seen);
  if (!approved.ok) {
    stopByDesk(course, approved.error);
    return;
  }
  record.keys += 2;
  record.signatures += 1;
}

async function sendRequested(course: Course, maker: PersonName, request: string): Promise<void> {
  const { play, record } = course;
  const desk = deskOf(play, maker);
  const row = await rowOf(course, maker, request);
  if (row?.part !== 'approved') {
    const why = row?.held?.why ?? row?.discounted.join(' ') ?? 'it is not in the record';
    stop(course, 'desk', `it was not approved: ${why}`);
    return;
  }
  const read = await desk.request('approvals.review', { request });
  if (!read.ok) {
    stopByDesk(course, read.error);
    return;
  }
  const { review } = read.value;
  const opened = everyMark(read.value);
  const isConversion = row.operation === 'lockRate';
  record.keys += opened.length + (isConversion ? 2 : 1);
  noteOrder(course, row.reference);
  const seen = { request, review, opened };
  const sent = await (isConversion ? trade(desk, seen) : desk.request('approvals.send', seen));
  if (!sent.ok) stopByDesk(course, sent.error);
  else if (sent.value.state === 'not-sent' || sent.value.state === 'refused')
    stop(course, 'desk', sent.value.error?.message ?? sent.value.state);
}

/** Asks for the price of an approved conversion, which is traded where it is within the limit. */
async function trade(
  desk: DrillDesk,
  seen: RouteInput<'approvals.price'>,
): Promise<Outcome<SubmissionView>> {
  const quote = await desk.request('approvals.price', seen);
  if (!quote.ok) return quote;
  const { quoteId } = quote.value;
  return desk.request('approvals.trade', { request: seen.request, quoteId });
}
